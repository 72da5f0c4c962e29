import Media

/// The time for which samples are examined while a movie is opened. The tables of a movie are small; each sample can
/// require an access to the disk.
final class SampleExamination {
    private let clock: any MediaClock
    /// nil without a limit.
    private let end: MonotonicTime?
    /// Whether the time was enough so far.
    private(set) var isComplete = true

    init(_ clock: any MediaClock, for time: Duration?) {
        self.clock = clock
        end = time.map { clock.now + $0 }
    }

    var isUnlimited: Bool { end == nil }

    /// Whether the next sample is examined.
    var permits: Bool {
        guard let end else { return true }
        if isComplete, clock.now >= end { isComplete = false }
        return isComplete
    }
}
