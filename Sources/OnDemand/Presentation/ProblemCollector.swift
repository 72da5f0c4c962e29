import StageKit
import Synchronization

/// The problems that a stage reports.
final class ProblemCollector: Sendable {
    private let collected = Mutex<[Problem]>([])

    var problems: [Problem] { collected.withLock { $0 } }

    func add(_ problem: Problem) { collected.withLock { $0.append(problem) } }
}
