/// A number of seconds as an exact fraction, before it becomes a ``CMTime``.
///
/// The numerator is below 2⁹⁶ and the denominator below 2⁶³, so that a product with a timescale fits in 128 bits.
struct RationalSeconds {
    var numerator: Int128
    /// Above zero.
    var denominator: Int128
    /// Whether an operand was rounded.
    var isRounded: Bool

    /// Returns the time in a timescale from 1, which is halved while the value exceeds 64 bits. A value that exceeds
    /// them in whole seconds becomes infinite.
    func time(preferredTimescale: Int32, epoch: Int64 = 0) -> CMTime {
        var timescale = preferredTimescale
        while true {
            let (value, isExact) = divide(
                numerator * Int128(timescale), by: denominator, method: .roundHalfAwayFromZero)
            if let value = Int64(exactly: value) {
                let flags: CMTimeFlags = isExact && !isRounded ? .valid : [.valid, .hasBeenRounded]
                return CMTime(value: value, timescale: timescale, flags: flags, epoch: epoch)
            }
            if timescale == 1 { return numerator < 0 ? .negativeInfinity : .positiveInfinity }
            timescale /= 2
        }
    }
}

/// Returns the quotient rounded by a method, and whether no rounding was necessary. The divisor is above zero.
func divide(_ dividend: Int128, by divisor: Int128, method: CMTimeRoundingMethod) -> (Int128, isExact: Bool) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder != 0 else { return (quotient, true) }
    let awayFromZero = quotient + (dividend < 0 ? -1 : 1)
    let rounded =
        switch method {
        case .roundHalfAwayFromZero: remainder.magnitude * 2 >= divisor.magnitude ? awayFromZero : quotient
        case .roundTowardZero, .quickTime: quotient
        case .roundAwayFromZero: awayFromZero
        case .roundTowardPositiveInfinity: dividend < 0 ? quotient : awayFromZero
        case .roundTowardNegativeInfinity: dividend < 0 ? awayFromZero : quotient
        }
    return (rounded, false)
}
