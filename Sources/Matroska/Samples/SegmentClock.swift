import Media

/// Converts times of a segment to ticks of tracks.
struct SegmentClock: Sendable {
    /// The number of nanoseconds in a tick of the segment.
    let scale: UInt64

    /// The largest time in ticks of a track, with which later sums do not overflow.
    private static let maximumTime: Int128 = 1 << 60

    /// Converts a time in ticks of the segment minus a delay in nanoseconds, rounded to the nearest tick of a track; nil
    /// for times that exceed every real one.
    func ticks(_ time: Int64, minus delay: UInt64 = 0, at timescale: Int32) -> Int64? {
        let nanoseconds = Int128(time) * Int128(scale) - Int128(delay)
        let product = nanoseconds * Int128(timescale)
        let half: Int128 = product < 0 ? -500_000_000 : 500_000_000
        let ticks = (product + half) / 1_000_000_000
        return abs(ticks) <= Self.maximumTime ? Int64(ticks) : nil
    }

    /// The duration of a tick of the segment in ticks of a track, rounded up.
    func rounding(at timescale: Int32) -> Int64 {
        Int64(clamping: (Int128(scale) * Int128(timescale) + 999_999_999) / 1_000_000_000)
    }
}
