extension MediaTime: Comparable, Hashable {
    @inlinable public static func == (left: MediaTime, right: MediaTime) -> Bool {
        if left.isIndefinite || right.isIndefinite { return left.isIndefinite == right.isIndefinite }
        if left.timescale == right.timescale { return left.value == right.value }
        return Int128(left.value) * Int128(right.timescale) == Int128(right.value) * Int128(left.timescale)
    }

    @inlinable public static func < (left: MediaTime, right: MediaTime) -> Bool {
        if left.isIndefinite { return false }
        if right.isIndefinite { return true }
        if left.timescale == right.timescale { return left.value < right.value }
        return Int128(left.value) * Int128(right.timescale) < Int128(right.value) * Int128(left.timescale)
    }

    public func hash(into hasher: inout Hasher) {
        let reduced = reduced
        hasher.combine(reduced.value)
        hasher.combine(reduced.timescale)
    }

    /// The same time with the smallest timescale that represents it exactly.
    public var reduced: MediaTime {
        if isIndefinite { return .indefinite }
        let divisor = Int64(greatestCommonDivisor(value.magnitude, UInt64(timescale)))
        return MediaTime(value: value / divisor, timescale: Int32(Int64(timescale) / divisor))
    }
}

// The operators are requirements of a protocol, because exports of types by name exclude other operators.
extension MediaTime: AdditiveArithmetic {
    public static func + (left: MediaTime, right: MediaTime) -> MediaTime { combine(left, right) { $0 + $1 } }
    public static func - (left: MediaTime, right: MediaTime) -> MediaTime { combine(left, right) { $0 - $1 } }
    public static prefix func - (time: MediaTime) -> MediaTime { .zero - time }
    public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }
    public static func -= (left: inout MediaTime, right: MediaTime) { left = left - right }

    /// The product of a time and an integer.
    public static func * (time: MediaTime, count: Int64) -> MediaTime {
        if time.isIndefinite { return time }
        return MediaTime(value: Int64(clamping: Int128(time.value) * Int128(count)), timescale: time.timescale)
    }

    private static func combine(
        _ left: MediaTime, _ right: MediaTime, _ operation: (Int128, Int128) -> Int128
    ) -> MediaTime {
        if left.isIndefinite || right.isIndefinite { return .indefinite }
        if left.timescale == right.timescale {
            let sum = operation(Int128(left.value), Int128(right.value))
            return MediaTime(value: Int64(clamping: sum), timescale: left.timescale)
        }
        let common = commonTimescale(left.timescale, right.timescale)
        let sum = operation(Int128(left.ticks(at: common)), Int128(right.ticks(at: common)))
        return MediaTime(value: Int64(clamping: sum), timescale: common)
    }

    /// The least common multiple, or nanoseconds if it exceeds 32 bits.
    private static func commonTimescale(_ left: Int32, _ right: Int32) -> Int32 {
        let divisor = Int64(greatestCommonDivisor(UInt64(left), UInt64(right)))
        return Int32(exactly: Int64(left) / divisor * Int64(right)) ?? 1_000_000_000
    }
}

extension MediaTime: CustomStringConvertible {
    /// Seconds with up to nine decimal places and the unit `s`, or `indefinite`.
    public var description: String {
        isIndefinite ? "indefinite" : decimal(places: 9, trimmed: true) + "s"
    }

    /// Seconds as a decimal number, computed in integers and rounded to nearest.
    public func decimal(places: Int, trimmed: Bool = false) -> String {
        precondition((0...9).contains(places), "0 to 9 decimal places")
        var scale: Int32 = 1
        for _ in 0..<places { scale *= 10 }
        let ticks = ticks(at: scale)
        let whole = ticks.magnitude / UInt64(scale)
        let digits = String(ticks.magnitude % UInt64(scale))
        var fraction = String(repeating: "0", count: max(0, places - digits.count)) + digits
        if trimmed { while fraction.last == "0" { fraction.removeLast() } }
        let sign = ticks < 0 ? "-" : ""
        return places == 0 || fraction.isEmpty ? "\(sign)\(whole)" : "\(sign)\(whole).\(fraction)"
    }
}

/// The greatest common divisor by Euclid's algorithm; 1 if both numbers are 0.
package func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var (larger, smaller) = (first, second)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return max(larger, 1)
}
