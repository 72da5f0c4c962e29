/// Tells missing fragments from imprecise durations, by the decode times and sequence numbers of a track's fragments.
struct FragmentContinuity: Sendable {
    private var longestDuration: Int64 = 0
    private var lastDuration: Int64 = 0
    private var hasSamples = false
    private var sequenceNumber: UInt32?
    private var isInSequence = true
    private var gap: Int64 = 0

    /// The number of samples that a hole may last for without being one where sequence numbers continue: writers that do not
    /// know how long the last sample of a fragment lasts make it too short.
    private static let maximumImprecision: Int64 = 3

    mutating func add(_ sample: MovieSample) {
        lastDuration = sample.duration
        longestDuration = max(longestDuration, sample.duration)
        hasSamples = true
    }

    /// A fragment of the file begins, whichever tracks it has.
    mutating func enter(sequenceNumber next: UInt32?) {
        if let next {
            if let sequenceNumber, next != sequenceNumber &+ 1 { isInSequence = false }
            sequenceNumber = next
        }
    }

    /// A run begins at another time than the samples before it end.
    mutating func jump(from expected: Int64, to time: Int64) {
        defer { isInSequence = true }
        let missing = time &- expected
        guard hasSamples, missing > 0, longestDuration > 0 else { return }
        // Without its duration, a last sample is expected to last as long as any.
        let minimum = lastDuration == 0 ? 2 * longestDuration : longestDuration
        guard missing >= (isInSequence ? Self.maximumImprecision * minimum : minimum) else { return }
        gap = missing
    }

    /// The hole before the next sample, once.
    mutating func consumeGap() -> Int64 {
        defer { gap = 0 }
        return gap
    }
}
