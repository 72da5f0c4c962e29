import Media

/// Makes the decode times of one track contiguous: a sample lasts until the next one.
///
/// In movies a sample lasts at most ``maximumSampleDuration``; the edit list represents the rest of a gap. Buffers one
/// sample, because its duration depends on the next one.
struct TrackTimeline: Sendable {
    private let name: String
    private let longestGapTicks: Int64
    private(set) var held: Sample?
    /// The decode time of the last sample that was released early, in ticks.
    private(set) var released: Int64?
    private var lastDistance: Int64 = 1
    /// Whether a gap of any duration may precede the next sample.
    private var isInGap = false
    private let leavesBreaks: Bool
    /// In ticks. ffmpeg reads the durations in sample tables as signed numbers.
    static let longestDuration = Int64(Int32.max)
    /// The limit of a gap in a movie as a multiple of that duration: nine months at 90 kHz.
    private static let mostDurationsAway: Int64 = 1000

    /// The timeline of a track. `limitsSampleDuration` if the caller represents longer gaps in another way.
    init(track: Track, longestGap: MediaTime, leavesBreaks: Bool = false) {
        self.leavesBreaks = leavesBreaks
        name = track.mediaType.rawValue
        longestGapTicks = longestGap.ticks(at: track.timescale)
    }

    /// Announces a gap: the buffered sample lasts until the next one.
    mutating func gap() { isInGap = true }

    /// Appends the next sample and returns the preceding one with its actual duration.
    mutating func advance(to sample: Sample) throws(PackagingError) -> Sample? {
        guard sample.duration >= 0, sample.decodeTicks.magnitude < 1 << 62, sample.duration < 1 << 32,
            sample.presentationOffset.magnitude < 1 << 31
        else {
            throw PackagingError(.badTimestamps, "the \(name) track's times are out of range at \(sample.decodeTime)")
        }
        guard var last = held else {
            if let released, sample.decodeTicks <= released {
                throw goingBack(from: MediaTime(value: released, timescale: sample.timescale), to: sample)
            }
            held = sample
            return nil
        }
        let distance = sample.decodeTicks - last.decodeTicks
        if distance != last.duration { try check(distance, last, sample) }
        isInGap = false
        held = sample
        last.duration = leavesBreaks ? min(distance, Self.longestDuration) : distance
        lastDistance = last.duration
        return last
    }

    /// Returns the buffered sample with its declared duration.
    mutating func finish() -> Sample? {
        defer { held = nil }
        guard var last = held else { return nil }
        last.duration = max(last.duration, 1)
        return last
    }

    /// Returns the buffered sample early, without waiting for the next one.
    mutating func release() -> Sample? {
        guard var last = held else { return nil }
        held = nil
        released = last.decodeTicks
        if last.duration == 0 { last.duration = lastDistance }
        return last
    }

    /// Discards the buffered sample.
    mutating func drop() { held = nil }

    private func goingBack(from last: MediaTime, to next: Sample) -> PackagingError {
        PackagingError(
            .badTimestamps, "the \(name) track's decode times go from \(last) back to \(next.decodeTime)")
    }

    private func check(_ distance: Int64, _ last: Sample, _ next: Sample) throws(PackagingError) {
        if distance <= 0 {
            throw goingBack(from: last.decodeTime, to: next)
        }
        let mostTicks = leavesBreaks ? Self.longestDuration * Self.mostDurationsAway : Int64(UInt32.max)
        if !isInGap && distance - last.duration > longestGapTicks || distance > mostTicks {
            throw PackagingError(
                .badTimestamps, "the \(name) track's decode times jump from \(last.decodeTime) to \(next.decodeTime)")
        }
    }
}
