/// A date of the wall clock, which may be set at any time. The 64 bits last from the year 1678 to the year 2262.
public struct WallTime: NanosecondTime {
    /// Nanoseconds since 1970-01-01 00:00 UTC, without leap seconds.
    public var nanoseconds: Int64

    /// The date `nanoseconds` after 1970.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The date `seconds` after 1970.
    public init(seconds: Int64) { self.init(nanoseconds: Int64(clamping: Int128(seconds) * 1_000_000_000)) }

    /// The date `milliseconds` after 1970.
    public init(milliseconds: Int64) { self.init(nanoseconds: Int64(clamping: Int128(milliseconds) * 1_000_000)) }

    /// Whole seconds since 1970, rounded down.
    public var seconds: Int64 { TickRounding.down.divide(Int128(nanoseconds), by: 1_000_000_000) }
    /// Whole milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { TickRounding.down.divide(Int128(nanoseconds), by: 1_000_000) }
}
