import StageKit
import Synchronization

/// What is known of a run as it goes: which tasks run, what went wrong, whether it is being given up.
final class RunStatus: Sendable {
    struct State: Sendable {
        var running: Set<Int> = []
        /// Stages that sources wait for.
        var preparing: Set<Int> = []
        var began: [Int: UInt64] = [:]
        var ended: [Int: UInt64] = [:]
        var failure: StageFailure?
        var isStopped = false
        var isAborted = false
        var problems: [(stage: Int, problem: Problem)] = []
        var untoldProblems = 0
        var hasErrorProblem = false
        var measures: [Int: [String: Double]] = [:]

        var isOver: Bool { failure != nil || isAborted }
    }

    /// How many problems a report lists; the others are counted.
    static let mostProblems = 1000

    let monitor = Monitor(State())
    private let over = Atomic<Bool>(false)
    private let aborted = Atomic<Bool>(false)
    private let onProblem: (@Sendable (Int, Problem) -> Void)?
    private let onFailure = Mutex<(@Sendable () -> Void)?>(nil)

    init(onProblem: (@Sendable (Int, Problem) -> Void)?) { self.onProblem = onProblem }

    /// Whether the run has failed or was aborted.
    var isOver: Bool { over.load(ordering: .acquiring) }
    /// Whether the run was aborted: nobody waits and nothing more happens.
    var isAborted: Bool { aborted.load(ordering: .acquiring) }

    /// Says what to do when the run fails.
    func setOnFailure(_ body: (@Sendable () -> Void)?) { onFailure.withLock { $0 = body } }

    /// Ends the run with an error; the first one counts.
    func fail(_ stage: Int, _ error: any Error) {
        let isFirst = monitor.withLock { state in
            if state.isOver { return false }
            state.failure = StageFailure(stage: stage, error: error)
            return true
        }
        guard isFirst else { return }
        over.store(true, ordering: .releasing)
        onFailure.withLock { $0 }?()
    }

    /// Marks the run as given up; false when it was already.
    func abort() -> Bool {
        let isFirst = monitor.withLock { state in
            defer { state.isAborted = true }
            return !state.isAborted
        }
        over.store(true, ordering: .releasing)
        aborted.store(true, ordering: .releasing)
        return isFirst
    }

    func report(_ problem: Problem, from stage: Int) {
        monitor.withLock { state in
            if problem.severity == .error { state.hasErrorProblem = true }
            if state.problems.count < Self.mostProblems {
                state.problems.append((stage, problem))
            } else {
                state.untoldProblems += 1
            }
        }
        onProblem?(stage, problem)
    }

    func measure(_ name: String, _ value: Double, of stage: Int) {
        monitor.withLock { $0.measures[stage, default: [:]][name] = value }
    }

    func began(_ stage: Int) {
        let now = Clock.now
        monitor.withLock { state in
            state.running.insert(stage)
            state.began[stage] = now
        }
    }

    /// Sources wait until this stage is prepared or has ended.
    func isPreparing(_ stage: Int) { monitor.withLock { _ = $0.preparing.insert(stage) } }
    /// The stage is ready for what sources make.
    func isPrepared(_ stage: Int) { monitor.withLock { _ = $0.preparing.remove(stage) } }

    /// Forgets when stages began and ended that the run no longer has.
    func forget(_ stages: Set<Int>) {
        monitor.withLock { state in
            for stage in stages {
                state.began[stage] = nil
                state.ended[stage] = nil
                state.measures[stage] = nil
            }
        }
    }

    func ended(_ stage: Int) {
        let now = Clock.now
        monitor.withLock { state in
            state.running.remove(stage)
            state.preparing.remove(stage)
            state.ended[stage] = now
        }
    }
}
