import StageKit
import Synchronization

/// The problems that hooks reported.
final class HookProblems: Sendable {
    private let problems = Mutex<[Problem]>([])
    func append(_ problem: Problem) { problems.withLock { $0.append(problem) } }
    var codes: [String] { problems.withLock { $0.map(\.code) } }
    var messages: [String] { problems.withLock { $0.map(\.message) } }
}
