import Media
import Synchronization

/// The time for which samples are examined while a movie is opened. The tables of a movie are small; each sample can
/// require an access to the disk.
final class SampleExamination: Sendable {
    private let clock: any MediaClock
    /// nil without a limit.
    private let end: MonotonicTime?
    private let hasEnded = Atomic(false)
    private let hasFoundDifference = Atomic(false)

    init(_ clock: any MediaClock, for time: Duration?) {
        self.clock = clock
        end = time.map { clock.now + $0 }
    }

    var isUnlimited: Bool { end == nil }

    /// Whether the time was enough so far.
    var isComplete: Bool { !hasEnded.load(ordering: .relaxed) }

    /// Whether an examined sample is not what the tables say.
    var hasDifference: Bool { hasFoundDifference.load(ordering: .relaxed) }

    /// Records that an examined sample is not what the tables say.
    func recordDifference() { hasFoundDifference.store(true, ordering: .relaxed) }

    /// Whether the next sample is examined.
    var permits: Bool {
        guard let end else { return true }
        if isComplete, clock.now >= end { hasEnded.store(true, ordering: .relaxed) }
        return isComplete
    }
}
