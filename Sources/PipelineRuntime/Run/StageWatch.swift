import CStageTrace
import Glibc
import Synchronization

/// Knows since when a stage has held what it was given, and lets a crash name it.
final class StageWatch: Sendable {
    /// The stage's number in the run.
    let stage: Int
    // Safe because the text is never changed and never freed: a thread may have it until it ends.
    nonisolated(unsafe) private let label: UnsafePointer<CChar>?
    /// When it was given what it holds; 0 when it holds nothing.
    private let since = Atomic<UInt64>(0)
    /// How many calls into stages below are under way; while one is, the stage is not what blocks.
    private let giving = Atomic<Int>(0)
    private let isTold = Atomic<Bool>(false)

    init(stage: Int, name: String, kind: String) {
        self.stage = stage
        label = strdup("'\(name)' (\(kind))").map { UnsafePointer($0) }
    }

    /// The stage's code begins to run on this thread, with something to do since then.
    func enter(at now: UInt64) {
        since.store(now, ordering: .relaxed)
        sluice_stage_enter(label)
    }

    /// The stage's code has ended on this thread.
    func leave() {
        since.store(0, ordering: .relaxed)
        if isTold.load(ordering: .relaxed) { isTold.store(false, ordering: .relaxed) }
        sluice_stage_enter(nil)
    }

    /// The stage gives something on.
    func beginsGiving() { giving.add(1, ordering: .relaxed) }
    /// It has given it on, which shows that it is at work.
    func endsGiving() {
        giving.subtract(1, ordering: .relaxed)
        if since.load(ordering: .relaxed) != 0 { since.store(Clock.now, ordering: .relaxed) }
        // Transforms below may have run on this thread.
        sluice_stage_enter(label)
    }

    /// Whether it has held something for so many nanoseconds; true once for each time that it does.
    func isBlocked(at now: UInt64, for limit: UInt64) -> Bool {
        let since = since.load(ordering: .relaxed)
        guard since != 0, giving.load(ordering: .relaxed) == 0, now > since, now - since >= limit else { return false }
        return !isTold.exchange(true, ordering: .relaxed)
    }
}

extension PipelineRun {
    /// Lets a crash of this process name the stage in whose code it happened.
    package static func tellCrashes() { sluice_stage_tell_crashes() }
}
