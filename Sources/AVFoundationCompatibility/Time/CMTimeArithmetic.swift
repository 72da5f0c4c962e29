import Media

/// The largest timescale of a result.
public let kCMTimeMaxTimescale: Int32 = 0x7fff_ffff

/// Returns the sum, in the least common multiple of the timescales or the largest timescale, and rounded if necessary.
///
/// Invalid for invalid operands, for infinities of different signs and for times of different epochs if neither epoch
/// is 0; otherwise infinite or indefinite if an operand is.
public func CMTimeAdd(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { combine(lhs, rhs, isDifference: false) }

/// Returns the difference, with the rules of ``CMTimeAdd(_:_:)``.
public func CMTimeSubtract(_ lhs: CMTime, _ rhs: CMTime) -> CMTime { combine(lhs, rhs, isDifference: true) }

private func combine(_ lhs: CMTime, _ rhs: CMTime, isDifference: Bool) -> CMTime {
    guard lhs.isValid, rhs.isValid else { return .invalid }
    let right = isDifference ? rhs.infinity.map { !$0 } : rhs.infinity
    if let left = lhs.infinity ?? right {
        if let right, right != left { return .invalid }
        return left ? .positiveInfinity : .negativeInfinity
    }
    if lhs.isIndefinite || rhs.isIndefinite { return .indefinite }
    guard lhs.hasTimescale, rhs.hasTimescale else { return .invalid }
    let isSameEpoch = lhs.epoch == rhs.epoch
    guard isSameEpoch || lhs.epoch == 0 || rhs.epoch == 0 else { return .invalid }
    let epoch = isSameEpoch ? 0 : lhs.epoch + rhs.epoch
    let left = Int128(lhs.value) * Int128(rhs.timescale)
    let other = Int128(rhs.value) * Int128(lhs.timescale)
    let sum = RationalSeconds(
        numerator: isDifference ? left - other : left + other,
        denominator: Int128(lhs.timescale) * Int128(rhs.timescale),
        isRounded: lhs.hasBeenRounded || rhs.hasBeenRounded)
    return sum.time(preferredTimescale: commonTimescale(lhs.timescale, rhs.timescale), epoch: epoch)
}

/// The least common multiple, or the largest timescale if it exceeds that.
private func commonTimescale(_ left: Int32, _ right: Int32) -> Int32 {
    let divisor = Int64(greatestCommonDivisor(UInt64(left), UInt64(right)))
    return Int32(exactly: Int64(left) / divisor * Int64(right)) ?? kCMTimeMaxTimescale
}

/// Returns the product with an integer, in the same timescale unless the value exceeds 64 bits.
public func CMTimeMultiply(_ time: CMTime, multiplier: Int32) -> CMTime {
    guard time.isNumeric else { return time.scaled(isNegative: multiplier < 0) }
    guard time.hasTimescale else { return .invalid }
    let product = RationalSeconds(
        numerator: Int128(time.value) * Int128(multiplier), denominator: Int128(time.timescale),
        isRounded: time.hasBeenRounded)
    return product.time(preferredTimescale: time.timescale, epoch: time.epoch)
}

/// Returns the product with a number, in the timescale doubled until it is at least 65,536.
///
/// Invalid if the number is NaN.
public func CMTimeMultiplyByFloat64(_ time: CMTime, multiplier: Float64) -> CMTime {
    guard time.isValid, !multiplier.isNaN else { return .invalid }
    guard time.isNumeric else { return time.scaled(isNegative: multiplier < 0) }
    guard time.hasTimescale else { return .invalid }
    var timescale = time.timescale
    while timescale < 65_536 { timescale *= 2 }
    while true {
        let ticks = Double(time.value) * (Double(timescale) / Double(time.timescale)) * multiplier
        if let value = Int64(exactly: ticks.rounded()) {
            let isExact = ticks == ticks.rounded() && !time.hasBeenRounded
            let flags: CMTimeFlags = isExact ? .valid : [.valid, .hasBeenRounded]
            return CMTime(value: value, timescale: timescale, flags: flags, epoch: time.epoch)
        }
        if timescale == 1 || !ticks.isFinite { return ticks < 0 ? .negativeInfinity : .positiveInfinity }
        timescale /= 2
    }
}

/// Returns `time × multiplier ÷ divisor`, exact if it fits, otherwise rounded to the largest timescale that does.
///
/// A divisor of zero gives an infinity of the product's sign, or the invalid time if the product is zero.
public func CMTimeMultiplyByRatio(_ time: CMTime, multiplier: Int32, divisor: Int32) -> CMTime {
    guard time.isNumeric else { return time.scaled(isNegative: (multiplier < 0) != (divisor < 0)) }
    guard time.hasTimescale else { return .invalid }
    let product = Int128(time.value) * Int128(multiplier)
    guard divisor != 0 else {
        return product == 0 ? .invalid : product < 0 ? .negativeInfinity : .positiveInfinity
    }
    let numerator = divisor < 0 ? -product : product
    let denominator = Int128(time.timescale) * Int128(divisor.magnitude)
    let flags: CMTimeFlags = time.hasBeenRounded ? [.valid, .hasBeenRounded] : .valid
    for factor in [1, commonDivisor(numerator, denominator)] {
        guard let value = Int64(exactly: numerator / factor), let scale = Int32(exactly: denominator / factor) else {
            continue
        }
        return CMTime(value: value, timescale: scale, flags: flags, epoch: time.epoch)
    }
    let quotient = RationalSeconds(numerator: numerator, denominator: denominator, isRounded: time.hasBeenRounded)
    return quotient.time(preferredTimescale: kCMTimeMaxTimescale, epoch: time.epoch)
}

private func commonDivisor(_ first: Int128, _ second: Int128) -> Int128 {
    var (larger, smaller) = (first.magnitude, second.magnitude)
    while smaller != 0 { (larger, smaller) = (smaller, larger % smaller) }
    return Int128(max(larger, 1))
}

/// Returns the time in ticks of another timescale, with the `hasBeenRounded` flag if it is not exact.
///
/// Times that are not numeric are unchanged; a timescale below 1 gives the invalid time.
public func CMTimeConvertScale(_ time: CMTime, timescale newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
    guard time.isNumeric else { return time }
    guard newTimescale > 0, time.hasTimescale else { return .invalid }
    var used = method
    if method == .quickTime { used = newTimescale > time.timescale ? .roundAwayFromZero : .roundTowardZero }
    let (quotient, isExact) = divide(
        Int128(time.value) * Int128(newTimescale), by: Int128(time.timescale), method: used)
    let value = method == .quickTime && quotient == 0 && time.value < 0 ? -1 : quotient
    guard let ticks = Int64(exactly: value) else { return value < 0 ? .negativeInfinity : .positiveInfinity }
    let flags: CMTimeFlags = isExact && !time.hasBeenRounded ? .valid : [.valid, .hasBeenRounded]
    return CMTime(value: ticks, timescale: newTimescale, flags: flags, epoch: time.epoch)
}

extension CMTime {
    /// Whether arithmetic is possible: valid times of a program may have no timescale.
    fileprivate var hasTimescale: Bool { timescale > 0 }
    /// True for positive infinity, false for negative infinity, nil for other times.
    fileprivate var infinity: Bool? { isPositiveInfinity ? true : isNegativeInfinity ? false : nil }

    /// The product of a time that is not numeric with a number of this sign.
    fileprivate func scaled(isNegative: Bool) -> CMTime {
        guard let infinity else { return isValid ? .indefinite : .invalid }
        return infinity != isNegative ? .positiveInfinity : .negativeInfinity
    }
}
