import PipelineRuntime
import StageKit
import Synchronization

/// What a run says on standard error: progress, problems as they come, and the report.
///
/// On a terminal progress is one line that is rewritten; elsewhere it is a plain line about every second.
final class RunMessages: Sendable {
    private struct State {
        var isOnLine = false
        var sinceLine = 0
        var told: [String: Int] = [:]
        var redactor: Redactor
    }

    /// Times a second that `show` is called.
    static let rate = 5
    /// How often one kind of problem of one stage is told as it comes.
    private static let mostAlike = 10
    private let isQuiet: Bool
    private let isTerminal: Bool
    private let state: Mutex<State>

    init(isQuiet: Bool, redactor: Redactor) {
        state = Mutex(State(redactor: redactor))
        self.isQuiet = isQuiet
        isTerminal = Console.errorIsTerminal
    }

    /// Shows the progress; called `rate` times a second.
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

    /// Masks the secrets of a plan that takes the place of another, too.
    func add(_ redactor: Redactor) { state.withLock { $0.redactor.add(redactor) } }

    /// The report without secrets, for programs.
    func redacted(_ report: RunReport) -> RunReport {
        let redactor = state.withLock { $0.redactor }
        var report = report
        report.pipeline = redactor.redacted(report.pipeline)
        if let failure = report.failure { report.failure?.message = redactor.redacted(failure.message) }
        for index in report.problems.indices {
            report.problems[index].message = redactor.redacted(report.problems[index].message)
        }
        return report
    }

    /// Writes lines of their own, without secrets.
    func say(_ text: String) {
        state.withLock { state in
            Console.error((state.isOnLine ? "\r\u{1b}[K" : "") + state.redactor.redacted(text))
            state.isOnLine = false
        }
    }

    /// Tells of a problem; after some of a kind the others are left to the report.
    func tell(_ problem: Problem, from stage: String) {
        if isQuiet, problem.severity != .error { return }
        let count = state.withLock { state in
            state.told["\(stage) \(problem.code)", default: 0] += 1
            return state.told["\(stage) \(problem.code)", default: 0]
        }
        guard count <= Self.mostAlike else { return }
        say("\(problem.severity.rawValue): \(stage): \(problem.message)\n")
        if count == Self.mostAlike { say("note: more of this kind from '\(stage)' are only in the JSON report\n") }
    }

    /// Writes a status report: the run's figures so far.
    func show(_ report: RunReport) {
        var rest = report
        rest.problems = []
        say("\(rest)\n")
    }

    /// Writes the report, without the problems that were told; when quiet, only why the run failed.
    func end(_ report: RunReport) {
        var rest = report
        rest.problems = []
        guard isQuiet else { return say("\(rest)\n") }
        if let failure = report.failure { say("error: \(failure.stage) (\(failure.kind)): \(failure.message)\n") }
        for stage in report.stuckStages { say("error: \(stage): did not end in time and was left behind\n") }
    }
}
