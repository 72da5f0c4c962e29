import Media

/// The frame rates of tracks and the timescales for them.
enum TrackFrameRate {
    /// Returns the rate for a duration of frames that is rounded to nanoseconds; nil for durations of no common rate.
    static func rate(duration: UInt64?) -> Ratio? {
        guard let duration, (1_000_000...60_000_000_000).contains(duration) else { return nil }
        for denominator: Int64 in [1, 2, 1001] {
            let numerator = rounded(1_000_000_000 * denominator, Int64(duration))
            guard numerator > 0, denominator < 1001 || numerator % 1000 == 0 else { continue }
            let exact = rounded(1_000_000_000 * denominator, numerator)
            // Durations that are rounded to tens of nanoseconds are accepted.
            guard abs(exact - Int64(duration)) <= max(1, Int64(duration) / 500_000) else { continue }
            return Ratio(Int32(numerator), Int32(denominator))
        }
        let divisor = greatestCommonDivisor(1_000_000_000, duration)
        guard let numerator = Int32(exactly: 1_000_000_000 / divisor), numerator <= maximumNumerator,
            let denominator = Int32(exactly: duration / divisor)
        else { return nil }
        return Ratio(numerator, denominator)
    }

    private static func rounded(_ dividend: Int64, _ divisor: Int64) -> Int64 { (dividend + divisor / 2) / divisor }

    /// The timescale without a rate.
    private static let unknownRate: Int32 = 90_000
    private static let maximumNumerator: Int32 = 10_000_000

    /// Returns the numerator times a power of ten, at least 10,000, so that every frame lasts a whole number of ticks.
    static func timescale(_ rate: Ratio?) -> Int32 {
        guard let rate, isUsable(rate) else { return unknownRate }
        let divisor = Int32(greatestCommonDivisor(UInt64(rate.numerator), UInt64(rate.denominator)))
        var timescale = rate.numerator / divisor
        while timescale < 10_000 { timescale *= 10 }
        return timescale
    }

    /// Returns the duration of a frame in ticks of ``timescale(_:)``; nil without a rate.
    static func step(_ rate: Ratio?) -> Int64? {
        guard let rate, isUsable(rate) else { return nil }
        return Int64(timescale(rate)) * Int64(rate.denominator) / Int64(rate.numerator)
    }

    private static func isUsable(_ rate: Ratio) -> Bool {
        rate.numerator > 0 && rate.denominator > 0 && rate.numerator <= maximumNumerator
    }
}
