import Media
import PipelineRuntime
import StageKit
import Synchronization
import SystemTime

/// The progress of a run, recorded on the threads that cause its events.
final class RunProgress: Sendable {
    private struct State {
        var lastSegment: MonotonicTime?
        var blockedSince: MonotonicTime?
    }
    private let state = Mutex(State())

    func record(_ event: PipelineEvent, at now: MonotonicTime) {
        switch event {
        case .segmentPublished:
            state.withLock { $0 = State(lastSegment: now, blockedSince: nil) }
        case .problem(let problem) where problem.code == "stage-blocked":
            state.withLock { $0.blockedSince = $0.blockedSince ?? now }
        default: break
        }
    }

    /// Whether a stage is blocked, and no segment was published since, for at least `limit`.
    func isHung(at now: MonotonicTime, for limit: Duration) -> Bool {
        state.withLock { state in state.blockedSince.map { now - $0 >= limit } ?? false }
    }
}
