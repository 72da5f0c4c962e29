/// The rounding of a time between two ticks.
public enum CMTimeRoundingMethod: UInt32, Sendable {
    /// To the nearest tick, halves away from zero.
    case roundHalfAwayFromZero = 1
    /// To the tick closer to zero.
    case roundTowardZero = 2
    /// To the tick further from zero.
    case roundAwayFromZero = 3
    /// Toward zero when the new timescale is smaller, away from zero when it is larger; a negative time never becomes
    /// zero.
    case quickTime = 4
    /// To the later tick.
    case roundTowardPositiveInfinity = 5
    /// To the earlier tick.
    case roundTowardNegativeInfinity = 6

    /// The method of arithmetic: `roundHalfAwayFromZero`.
    public static var `default`: CMTimeRoundingMethod { .roundHalfAwayFromZero }
}
