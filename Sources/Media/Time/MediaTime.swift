/// A point in time or a duration as an exact rational number of seconds.
///
/// `value / timescale` seconds. The timescale is in ticks per second, 1 or more; a timescale of 0 represents
/// ``indefinite``, which is later than every other time. Arithmetic is exact while the common timescale fits in 32
/// bits. It saturates instead of trapping when a value exceeds 64 bits.
public struct MediaTime: Sendable {
    /// Ticks since zero; may be negative.
    public var value: Int64
    /// Ticks per second.
    public var timescale: Int32

    /// A time of `value` ticks at `timescale` ticks per second.
    @inlinable public init(value: Int64, timescale: Int32) {
        precondition(timescale >= 0, "a timescale is never negative")
        self.value = value
        self.timescale = timescale
    }

    /// A number of seconds, rounded to the nearest tick; NaN and infinities give ``indefinite``.
    ///
    /// Values that exceed 64 bits are clamped.
    public init(seconds: Double, preferredTimescale: Int32) {
        let ticks = (seconds * Double(preferredTimescale)).rounded()
        guard ticks.isFinite, preferredTimescale > 0 else {
            self = .indefinite
            return
        }
        let value = Int64(exactly: ticks) ?? (ticks < 0 ? .min : .max)
        self.init(value: value, timescale: preferredTimescale)
    }

    /// The time zero.
    public static let zero = MediaTime(value: 0, timescale: 1)
    /// No particular time. Compares later than every other time.
    public static let indefinite = MediaTime(value: 0, timescale: 0)

    /// Whether this is ``indefinite``.
    @inlinable public var isIndefinite: Bool { timescale == 0 }

    /// A whole number of seconds.
    public static func seconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1) }
    /// A whole number of milliseconds.
    public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1000) }
    /// A whole number of nanoseconds.
    public static func nanoseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1_000_000_000) }

    /// A duration in whole nanoseconds. Saturates at the limits of `Int64`.
    public init(_ duration: Duration) { self = .nanoseconds(duration.nanoseconds) }

    /// The time in seconds, for display only; infinity for ``indefinite``.
    public var seconds: Double { isIndefinite ? .infinity : Double(value) / Double(timescale) }

    /// The time in nanoseconds, rounded to nearest.
    public var nanoseconds: Int64 { ticks(at: 1_000_000_000) }

    /// The time since zero as a duration, rounded to the nearest nanosecond; about 292 years for ``indefinite``.
    public var duration: Duration { .nanoseconds(nanoseconds) }

    /// A rounded time, which is exact if it came from a timescale that divides 1,000,000,000.
    public init(_ instant: MediaInstant) { self = .nanoseconds(instant.nanoseconds) }

    /// The time in ticks of another timescale. Saturates at the limits of `Int64`.
    @inlinable public func ticks(at newTimescale: Int32, rounding: TickRounding = .toNearest) -> Int64 {
        if isIndefinite { return .max }
        if newTimescale == timescale { return value }
        return rounding.divide(Int128(value) * Int128(newTimescale), by: Int128(timescale))
    }

    /// The time in another timescale, rounded if necessary.
    public func rescaled(to newTimescale: Int32, rounding: TickRounding = .toNearest) -> MediaTime {
        isIndefinite ? self : MediaTime(value: ticks(at: newTimescale, rounding: rounding), timescale: newTimescale)
    }
}
