import PipelineRuntime
import StageKit
import Synchronization

/// The messages of a run on standard error: progress, problems and the final report.
///
/// On a terminal, progress is one line that is rewritten; otherwise it is a plain line once a second.
final class RunMessages: Sendable {
    private struct State {
        var isOnLine = false
        var sinceLine = 0
        var messageCounts: [String: Int] = [:]
        var redactor: Redactor
    }

    /// The number of calls of `show(_:)` per second.
    static let rate = 5
    /// The maximum number of messages about one kind of problem of one stage.
    private static let maxPerKind = 10
    private let isQuiet: Bool
    private let isTerminal: Bool
    private let state: Mutex<State>

    init(isQuiet: Bool, redactor: Redactor) {
        state = Mutex(State(redactor: redactor))
        self.isQuiet = isQuiet
        isTerminal = Console.errorIsTerminal
    }

    /// Shows the progress. Must be called `rate` times a second.
    func show(_ progress: Progress) {
        state.withLock { state in
            if isTerminal {
                Console.error("\r\(progress.text.prefix(max(10, Console.errorColumns - 1)))\u{1b}[K")
                state.isOnLine = true
                return
            }
            state.sinceLine += 1
            guard state.sinceLine >= Self.rate else { return }
            state.sinceLine = 0
            Console.error(progress.text + "\n")
        }
    }

    /// Also masks the secrets of a reloaded plan.
    func add(_ redactor: Redactor) { state.withLock { $0.redactor.add(redactor) } }

    /// Writes complete lines, with secrets masked.
    func write(_ text: String) {
        state.withLock { state in
            Console.error((state.isOnLine ? "\r\u{1b}[K" : "") + state.redactor.redacted(text))
            state.isOnLine = false
        }
    }

    /// Reports a problem. After `maxPerKind` problems of one kind, further ones appear only in the JSON report.
    func report(_ problem: RunStatus.ReportedProblem) {
        if isQuiet, problem.severity != .error { return }
        let stage = problem.stage
        let count = state.withLock { state in
            state.messageCounts["\(stage) \(problem.code)", default: 0] += 1
            return state.messageCounts["\(stage) \(problem.code)", default: 0]
        }
        guard count <= Self.maxPerKind else { return }
        write("\(problem.severity.rawValue): \(stage): \(problem.message)\n")
        if count == Self.maxPerKind { write("note: more of this kind from '\(stage)' only in the JSON report\n") }
    }

    /// Writes a status report with the run's current metrics.
    func show(_ report: RunStatus) {
        var rest = report
        rest.problems = []
        write("\(rest)\n")
    }

    /// Writes the final report without the problems, which were already reported. If quiet, writes only the failure.
    func end(_ report: RunStatus) {
        var rest = report
        rest.problems = []
        guard isQuiet else { return write("\(rest)\n") }
        if let failure = report.failure { write("error: \(failure.stage) (\(failure.kind)): \(failure.message)\n") }
        for stage in report.stuckStages { write("error: \(stage): did not end within the grace period\n") }
    }
}
