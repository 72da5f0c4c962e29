/// A time as 64 bits of nanoseconds since a zero that depends on the type. Arithmetic saturates.
public protocol NanosecondTime: InstantProtocol where Duration == Swift.Duration {
    /// Nanoseconds since the zero of the type.
    var nanoseconds: Int64 { get }
    /// The time `nanoseconds` after the zero of the type.
    init(nanoseconds: Int64)
}

extension NanosecondTime {
    /// Earlier than every other time.
    @inlinable public static var distantPast: Self { Self(nanoseconds: .min) }
    /// Later than every other time.
    @inlinable public static var distantFuture: Self { Self(nanoseconds: .max) }

    @inlinable public static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
    @inlinable public static func == (left: Self, right: Self) -> Bool { left.nanoseconds == right.nanoseconds }
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(nanoseconds) }

    @inlinable public func advanced(by duration: Swift.Duration) -> Self {
        Self(nanoseconds: Int64(clamping: Int128(nanoseconds) + duration.attoseconds / 1_000_000_000))
    }
    // Exact: a duration has more than 64 bits of nanoseconds.
    @inlinable public func duration(to other: Self) -> Swift.Duration {
        Swift.Duration(attoseconds: (Int128(other.nanoseconds) - Int128(nanoseconds)) * 1_000_000_000)
    }
    /// The time from `right` to `left`; negative if `left` is earlier.
    @inlinable public static func - (left: Self, right: Self) -> Swift.Duration { right.duration(to: left) }
    @inlinable public static func + (time: Self, duration: Swift.Duration) -> Self { time.advanced(by: duration) }
    @inlinable public static func - (time: Self, duration: Swift.Duration) -> Self {
        Self(nanoseconds: Int64(clamping: Int128(time.nanoseconds) - duration.attoseconds / 1_000_000_000))
    }
    @inlinable public static func += (time: inout Self, duration: Swift.Duration) { time = time.advanced(by: duration) }
}
