import Media

/// Makes the decode times of one track continuous: a sample lasts until the next one begins.
///
/// In movies a sample lasts no longer than ``longestDuration``; what is left of a gap is for their edit lists.
/// Holds one sample back, because only the next one tells how long it lasts.
struct TrackTimeline: Sendable {
    private let name: String
    private let maximumGapTicks: Int64
    private(set) var pending: Sample?
    /// Where the last sample that was released early is decoded.
    private(set) var releasedTicks: Int64?
    private var lastDistance: Int64 = 1
    /// Whether the next sample may be as far away as it likes.
    private var isInGap = false
    private let limitsSampleDuration: Bool
    /// In ticks; ffmpeg takes the durations of tables for signed numbers.
    static let maximumSampleDuration = Int64(Int32.max)
    /// How many of those a gap in a movie may last: nine months at 90 kHz.
    private static let maximumGapFactor: Int64 = 1000

    /// The times of a track; `leavesBreaks` where something else says what samples cannot last through.
    init(track: Track, maximumGap: MediaTime, limitsSampleDuration: Bool = false) {
        self.limitsSampleDuration = limitsSampleDuration
        name = track.mediaType.rawValue
        maximumGapTicks = maximumGap.ticks(at: track.timescale)
    }

    /// It is known that nothing comes for a while: the sample that is held lasts until something does.
    mutating func gap() { isInGap = true }

    /// Takes the next sample and gives the one before it with its true duration.
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

    /// The sample that was held back, which lasts as long as it says.
    mutating func finish() -> Sample? {
        defer { pending = nil }
        guard var last = pending else { return nil }
        last.duration = max(last.duration, 1)
        return last
    }

    /// The sample that was held back, when its duration cannot wait for the next one.
    mutating func release() -> Sample? {
        guard var last = pending else { return nil }
        pending = nil
        releasedTicks = last.decodeTicks
        if last.duration == 0 { last.duration = lastDistance }
        return last
    }

    /// Forgets the sample that was held back.
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
