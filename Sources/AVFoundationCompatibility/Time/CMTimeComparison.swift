import Media

/// Returns -1, 0 or 1: the order of two times.
///
/// Negative infinity is first, then numeric times by epoch and value, then indefinite, positive infinity and invalid.
public func CMTimeCompare(_ time1: CMTime, _ time2: CMTime) -> Int32 {
    let (first, second) = (time1.rank, time2.rank)
    guard first == .numeric, second == .numeric else { return order(first.rawValue, second.rawValue) }
    if time1.epoch != time2.epoch { return order(time1.epoch, time2.epoch) }
    return order(
        Int128(time1.value) * Int128(time2.timescale), Int128(time2.value) * Int128(time1.timescale))
}

private func order<Value: Comparable>(_ first: Value, _ second: Value) -> Int32 {
    first < second ? -1 : first == second ? 0 : 1
}

/// Returns the earlier time.
public func CMTimeMinimum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 < time1 ? time2 : time1 }

/// Returns the later time.
public func CMTimeMaximum(_ time1: CMTime, _ time2: CMTime) -> CMTime { time2 > time1 ? time2 : time1 }

/// Returns the time without its sign. Invalid and indefinite times are unchanged.
public func CMTimeAbsoluteValue(_ time: CMTime) -> CMTime {
    if time.isNegativeInfinity { return .positiveInfinity }
    guard time.isNumeric, time.value < 0 else { return time }
    guard time.value > .min else { return CMTimeMultiply(time, multiplier: -1) }
    return CMTime(value: -time.value, timescale: time.timescale, flags: time.flags, epoch: time.epoch)
}

extension CMTime: Comparable, Hashable {
    public static func < (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) < 0 }
    public static func == (time1: CMTime, time2: CMTime) -> Bool { CMTimeCompare(time1, time2) == 0 }

    public static func + (addend1: CMTime, addend2: CMTime) -> CMTime { CMTimeAdd(addend1, addend2) }
    public static func - (minuend: CMTime, subtrahend: CMTime) -> CMTime { CMTimeSubtract(minuend, subtrahend) }
    public static func += (time: inout CMTime, addend: CMTime) { time = time + addend }
    public static func -= (time: inout CMTime, subtrahend: CMTime) { time = time - subtrahend }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rank)
        guard rank == .numeric else { return }
        hasher.combine(epoch)
        hasher.combine(MediaTime(value: value, timescale: timescale))
    }

    fileprivate enum Rank: Int {
        case negativeInfinity, numeric, unscaled, indefinite, positiveInfinity, invalid
    }

    fileprivate var rank: Rank {
        if !isValid { return .invalid }
        if isPositiveInfinity { return .positiveInfinity }
        if isNegativeInfinity { return .negativeInfinity }
        if isIndefinite { return .indefinite }
        // Valid times that a program made without a timescale are equal to each other.
        return timescale > 0 ? .numeric : .unscaled
    }
}
