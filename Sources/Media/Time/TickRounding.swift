/// The rounding of a time between two ticks.
public enum TickRounding: Sendable {
    /// To the nearest tick, halves away from zero.
    case toNearest
    /// To the tick at or before.
    case down
    /// To the tick at or after.
    case up

    @usableFromInline func divide(_ dividend: Int128, by divisor: Int128) -> Int64 {
        let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
        var result = quotient
        switch self {
        case .toNearest:
            if remainder.magnitude * 2 >= divisor.magnitude { result += dividend < 0 ? -1 : 1 }
        case .down: if remainder < 0 { result -= 1 }
        case .up: if remainder > 0 { result += 1 }
        }
        return Int64(clamping: result)
    }
}
