/// Distinguishes missing fragments from imprecise durations by the decode times and sequence numbers of a track's
/// fragments.
struct FragmentContinuity: Sendable {
    private var longestDuration: Int64 = 0
    private var lastDuration: Int64 = 0
    private var hasSamples = false
    private var sequenceNumber: UInt32?
    private var isInSequence = true
    private var gap: Int64 = 0

    /// The maximum imprecision as a number of samples if sequence numbers are continuous: writers that do not know the
    /// duration of the last sample in a fragment make it too short.
    private static let maximumImprecision: Int64 = 3

    mutating func add(_ sample: MovieSample) {
        lastDuration = sample.duration
        longestDuration = max(longestDuration, sample.duration)
        hasSamples = true
    }

    /// Records the start of a fragment, which may be of any track.
    mutating func enter(sequenceNumber next: UInt32?) {
        if let next {
            if let sequenceNumber, next != sequenceNumber &+ 1 { isInSequence = false }
            sequenceNumber = next
        }
    }

    /// Records that a run starts at a different time than the end of the preceding samples.
    mutating func jump(from expected: Int64, to time: Int64) {
        defer { isInSequence = true }
        let missing = time &- expected
        guard hasSamples, missing > 0, longestDuration > 0 else { return }
        // If the last sample has no duration, it is assumed to have the longest one.
        let minimum = lastDuration == 0 ? 2 * longestDuration : longestDuration
        guard missing >= (isInSequence ? Self.maximumImprecision * minimum : minimum) else { return }
        gap = missing
    }

    /// Returns and removes the gap before the next sample.
    mutating func consumeGap() -> Int64 {
        defer { gap = 0 }
        return gap
    }
}
