import Media

/// Which ticks a track counts in.
enum TrackTimescale {
    /// What video without a known rate counts in, as MPEG transport streams do.
    static let unknownRate: Int32 = 90_000

    /// The rate's numerator times a power of ten, 10,000 or more: every frame is a whole number of ticks.
    static func video(_ rate: Ratio?) -> Int32 {
        guard let rate, rate.numerator > 0, rate.denominator > 0, rate.numerator <= 10_000_000 else {
            return unknownRate
        }
        let divisor = Int32(greatestCommonDivisor(UInt64(rate.numerator), UInt64(rate.denominator)))
        var timescale = rate.numerator / divisor
        while timescale < 10_000 { timescale *= 10 }
        return timescale
    }

    /// The ticks of a time in nanoseconds, rounded to nearest.
    static func ticks(_ nanoseconds: Int64, _ timescale: Int32) -> Int64 {
        MediaTime.nanoseconds(nanoseconds).ticks(at: timescale)
    }
}
