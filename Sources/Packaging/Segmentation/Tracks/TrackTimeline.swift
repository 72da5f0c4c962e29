import Media

/// Makes the decode times of one track continuous: a sample lasts until the next one begins.
///
/// In movies a sample lasts no longer than ``longestDuration``; what is left of a gap is for their edit lists.
/// Holds one sample back, because only the next one tells how long it lasts.
struct TrackTimeline: Sendable {
    private let name: String
    private let longestGapTicks: Int64
    private(set) var held: Sample?
    /// Where the last sample that was released early is decoded.
    private(set) var released: Int64?
    private var lastDistance: Int64 = 1
    /// Whether the next sample may be as far away as it likes.
    private var isInGap = false
    private let leavesBreaks: Bool
    /// In ticks; ffmpeg takes the durations of tables for signed numbers.
    static let longestDuration = Int64(Int32.max)
    /// How many of those a gap in a movie may last: nine months at 90 kHz.
    private static let mostDurationsAway: Int64 = 1000

    /// The times of a track; `leavesBreaks` where something else says what samples cannot last through.
    init(track: Track, longestGap: MediaTime, leavesBreaks: Bool = false) {
        self.leavesBreaks = leavesBreaks
        name = track.mediaType.rawValue
        longestGapTicks = longestGap.ticks(at: track.timescale)
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

    /// The sample that was held back, which lasts as long as it says.
    mutating func finish() -> Sample? {
        defer { held = nil }
        guard var last = held else { return nil }
        last.duration = max(last.duration, 1)
        return last
    }

    /// The sample that was held back, when its duration cannot wait for the next one.
    mutating func release() -> Sample? {
        guard var last = held else { return nil }
        held = nil
        released = last.decodeTicks
        if last.duration == 0 { last.duration = lastDistance }
        return last
    }

    /// Forgets the sample that was held back.
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
