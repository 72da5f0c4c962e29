/// A time of a monotonic clock, which is never set and has an arbitrary zero.
///
/// Times of two machines, or from before and after a restart of a machine, cannot be compared.
public struct MonotonicTime: NanosecondTime, Codable {
    /// Nanoseconds since the clock's zero.
    public var nanoseconds: Int64

    /// The time `nanoseconds` after the clock's zero.
    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// The zero of the clock.
    @inlinable public static var zero: MonotonicTime { MonotonicTime(nanoseconds: 0) }
}
