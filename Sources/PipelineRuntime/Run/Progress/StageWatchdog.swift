import CStageTrace
import Glibc
import Media
import Synchronization
import SystemTime

/// A watchdog that records when a stage began to process a message, and names the stage in crash reports.
final class StageWatchdog: Sendable {
    /// The run-wide number of the stage.
    let stage: Int
    // Safe because the text is never changed and never freed: a thread may refer to it until the thread ends.
    nonisolated(unsafe) private let label: UnsafePointer<CChar>?
    /// The time when the stage began to process a message, as nanoseconds; 0 while it is idle.
    private let since = Atomic<Int64>(0)
    /// The number of calls into stages below that are in progress; during one, the stage itself is not blocked.
    private let activeSends = Atomic<Int>(0)
    private let hasReported = Atomic<Bool>(false)

    init(stage: Int, name: String, kind: String) {
        self.stage = stage
        label = strdup("'\(name)' (\(kind))").map { UnsafePointer($0) }
    }

    /// Marks the start of the stage's code on this thread.
    func enter(at now: MonotonicTime) {
        since.store(now.nanoseconds, ordering: .relaxed)
        sluice_stage_enter(label)
    }

    /// Marks the end of the stage's code on this thread.
    func leave() {
        since.store(0, ordering: .relaxed)
        if hasReported.load(ordering: .relaxed) { hasReported.store(false, ordering: .relaxed) }
        sluice_stage_enter(nil)
    }

    /// Marks the start of a call into the stages below.
    func willSend() { activeSends.add(1, ordering: .relaxed) }
    /// Marks the end of a call into the stages below, which also shows that the stage makes progress.
    func didSend() {
        activeSends.subtract(1, ordering: .relaxed)
        if since.load(ordering: .relaxed) != 0 { since.store(SystemClock.now.nanoseconds, ordering: .relaxed) }
        // Transforms below may have run on this thread.
        sluice_stage_enter(label)
    }

    /// Whether the stage has processed the same message for at least `limit`; true only once per message.
    func isBlocked(at now: MonotonicTime, for limit: Duration) -> Bool {
        let since = MonotonicTime(nanoseconds: since.load(ordering: .relaxed))
        guard since != .zero, activeSends.load(ordering: .relaxed) == 0, now > since, now - since >= limit else {
            return false
        }
        return !hasReported.exchange(true, ordering: .relaxed)
    }
}

extension PipelineRun {
    /// Installs signal handlers that name the stage in whose code a crash happens.
    package static func reportCrashes() { sluice_stage_tell_crashes() }
}
