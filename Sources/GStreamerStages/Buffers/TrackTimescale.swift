import Media

/// Selects the timescales of tracks.
enum TrackTimescale {
    /// The timescale of video without a known rate, as in MPEG transport streams.
    static let unknownRate: Int32 = 90_000

    /// Returns the rate's numerator times a power of ten, at least 10,000, so that every frame lasts a whole number of
    /// ticks.
    static func video(_ rate: Ratio?) -> Int32 {
        guard let rate, rate.numerator > 0, rate.denominator > 0, rate.numerator <= 10_000_000 else {
            return unknownRate
        }
        let divisor = Int32(greatestCommonDivisor(UInt64(rate.numerator), UInt64(rate.denominator)))
        var timescale = rate.numerator / divisor
        while timescale < 10_000 { timescale *= 10 }
        return timescale
    }

    /// Returns a time in nanoseconds as ticks, rounded to the nearest tick.
    static func ticks(_ nanoseconds: Int64, _ timescale: Int32) -> Int64 {
        MediaTime.nanoseconds(nanoseconds).ticks(at: timescale)
    }
}
