import Media
import StageKit
import Synchronization
import SystemTime

/// The shared status of a run: running tasks, problems, and whether it has failed or was aborted.
final class RunStatus: Sendable {
    struct State: Sendable {
        var running: Set<Int> = []
        /// The stages that sources wait for before they start.
        var preparing: Set<Int> = []
        var began: [Int: MonotonicTime] = [:]
        var ended: [Int: MonotonicTime] = [:]
        var failure: StageFailure?
        var isStopped = false
        var isAborted = false
        var problems: [(stage: Int, problem: Problem)] = []
        var unlistedProblems = 0
        var hasErrorProblem = false
        var measures: [Int: [String: Double]] = [:]

        var isTerminated: Bool { failure != nil || isAborted }
    }

    /// Maximum number of problems listed in a report; additional ones are only counted.
    static let problemLimit = 1000

    let monitor = ConditionLock(State())
    private let terminated = Atomic<Bool>(false)
    private let aborted = Atomic<Bool>(false)
    private let onProblem: (@Sendable (Int, Problem) -> Void)?
    private let onFailure = Mutex<(@Sendable () -> Void)?>(nil)

    init(onProblem: (@Sendable (Int, Problem) -> Void)?) { self.onProblem = onProblem }

    /// Whether the run has failed or was aborted.
    var isTerminated: Bool { terminated.load(ordering: .acquiring) }
    /// Whether the run was aborted: waits end and no stage finishes.
    var isAborted: Bool { aborted.load(ordering: .acquiring) }

    /// Sets the closure to call when the run fails.
    func setOnFailure(_ body: (@Sendable () -> Void)?) { onFailure.withLock { $0 = body } }

    /// Fails the run with an error; only the first error counts.
    func fail(_ stage: Int, _ error: any Error) {
        let isFirst = monitor.withLock { state in
            if state.isTerminated { return false }
            state.failure = StageFailure(stage: stage, error: error)
            return true
        }
        guard isFirst else { return }
        terminated.store(true, ordering: .releasing)
        onFailure.withLock { $0 }?()
    }

    /// Marks the run as aborted. Returns false when it already was.
    func abort() -> Bool {
        let isFirst = monitor.withLock { state in
            defer { state.isAborted = true }
            return !state.isAborted
        }
        terminated.store(true, ordering: .releasing)
        aborted.store(true, ordering: .releasing)
        return isFirst
    }

    func report(_ problem: Problem, from stage: Int) {
        monitor.withLock { state in
            if problem.severity == .error { state.hasErrorProblem = true }
            if state.problems.count < Self.problemLimit {
                state.problems.append((stage, problem))
            } else {
                state.unlistedProblems += 1
            }
        }
        onProblem?(stage, problem)
    }

    func measure(_ name: String, _ value: Double, of stage: Int) {
        monitor.withLock { $0.measures[stage, default: [:]][name] = value }
    }

    func began(_ stage: Int) {
        let now = SystemClock.now
        monitor.withLock { state in
            state.running.insert(stage)
            state.began[stage] = now
        }
    }

    /// Makes sources wait until this stage is prepared or has ended.
    func markPreparing(_ stage: Int) { monitor.withLock { _ = $0.preparing.insert(stage) } }
    /// Marks a stage as ready for payloads.
    func markPrepared(_ stage: Int) { monitor.withLock { _ = $0.preparing.remove(stage) } }

    /// Removes the times and measurements of stages that are no longer part of the run.
    func removeStages(_ stages: Set<Int>) {
        monitor.withLock { state in
            for stage in stages {
                state.began[stage] = nil
                state.ended[stage] = nil
                state.measures[stage] = nil
            }
        }
    }

    func ended(_ stage: Int) {
        let now = SystemClock.now
        monitor.withLock { state in
            state.running.remove(stage)
            state.preparing.remove(stage)
            state.ended[stage] = now
        }
    }
}
