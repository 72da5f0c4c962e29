import Media

/// Makes the decode times of one track contiguous: a sample lasts until the next one.
///
/// In movies a sample lasts at most ``maximumSampleDuration``; the edit list represents the rest of a gap. Buffers one
/// sample, because its duration depends on the next one.
struct TrackTimeline: Sendable {
    private let name: String
    private let maximumGapTicks: Int64
    private(set) var pending: Sample?
    /// The decode time of the last sample that was released early, in ticks.
    private(set) var releasedTicks: Int64?
    /// The decode end of that sample, in ticks.
    private(set) var releasedEnd: Int64?
    private var lastDistance: Int64 = 1
    /// Whether a gap of any duration may precede the next sample.
    private var isInGap = false
    private let limitsSampleDuration: Bool
    /// In ticks. ffmpeg reads the durations in sample tables as signed numbers.
    static let maximumSampleDuration = Int64(Int32.max)
    /// The limit of a gap in a movie as a multiple of that duration: nine months at 90 kHz.
    private static let maximumGapFactor: Int64 = 1000

    /// The timeline of a track. `limitsSampleDuration` if the caller represents longer gaps in another way.
    init(track: Track, maximumGap: MediaTime, limitsSampleDuration: Bool = false) {
        self.limitsSampleDuration = limitsSampleDuration
        name = track.mediaType.rawValue
        maximumGapTicks = maximumGap.ticks(at: track.timescale)
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
        guard var last = pending else {
            if let releasedTicks, sample.decodeTicks <= releasedTicks {
                throw decreasingTimes(from: MediaTime(value: releasedTicks, timescale: sample.timescale), to: sample)
            }
            pending = sample
            return nil
        }
        let distance = sample.decodeTicks - last.decodeTicks
        if distance != last.duration { try validate(distance, last, sample) }
        isInGap = false
        pending = sample
        last.duration = limitsSampleDuration ? min(distance, Self.maximumSampleDuration) : distance
        lastDistance = last.duration
        return last
    }

    /// Returns the buffered sample with its declared duration.
    mutating func finish() -> Sample? {
        defer { pending = nil }
        guard var last = pending else { return nil }
        last.duration = max(last.duration, 1)
        return last
    }

    /// Returns the buffered sample early, without waiting for the next one.
    mutating func release() -> Sample? {
        guard var last = pending else { return nil }
        pending = nil
        releasedTicks = last.decodeTicks
        if last.duration == 0 { last.duration = lastDistance }
        releasedEnd = last.decodeTicks + last.duration
        return last
    }

    /// Discards the buffered sample.
    mutating func discardPending() { pending = nil }

    private func decreasingTimes(from last: MediaTime, to next: Sample) -> PackagingError {
        PackagingError(
            .badTimestamps, "the \(name) track's decode times go from \(last) back to \(next.decodeTime)")
    }

    private func validate(_ distance: Int64, _ last: Sample, _ next: Sample) throws(PackagingError) {
        if distance <= 0 {
            throw decreasingTimes(from: last.decodeTime, to: next)
        }
        let maximumTicks = limitsSampleDuration ? Self.maximumSampleDuration * Self.maximumGapFactor : Int64(UInt32.max)
        if !isInGap && distance - last.duration > maximumGapTicks || distance > maximumTicks {
            throw PackagingError(
                .badTimestamps, "the \(name) track's decode times jump from \(last.decodeTime) to \(next.decodeTime)")
        }
    }
}
