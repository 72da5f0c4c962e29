/// A range of time: a start and a duration.
public struct CMTimeRange: Sendable, Hashable {
    /// The first time of the range.
    public var start: CMTime
    /// The length, from zero.
    public var duration: CMTime

    /// The invalid range.
    public init() { self.init(start: .invalid, duration: .invalid) }

    /// A range with this start and duration, which are not validated.
    public init(start: CMTime, duration: CMTime) {
        self.start = start
        self.duration = duration
    }

    /// The range between two times.
    public init(start: CMTime, end: CMTime) { self.init(start: start, duration: CMTimeSubtract(end, start)) }

    /// The range from zero with no duration.
    public static let zero = CMTimeRange(start: .zero, duration: .zero)
    /// No range.
    public static let invalid = CMTimeRange()
}

extension CMTimeRange {
    /// Whether start and duration are valid and of one timeline, and the duration is not negative.
    public var isValid: Bool {
        start.isValid && duration.isValid && duration.epoch == 0 && !(duration < .zero)
    }
    /// Whether the range is valid, but its start or duration is not known.
    public var isIndefinite: Bool { isValid && (start.isIndefinite || duration.isIndefinite) }
    /// Whether the range is valid and of no duration.
    public var isEmpty: Bool { isValid && duration == .zero }

    /// The time after the range: start plus duration.
    public var end: CMTime { CMTimeAdd(start, duration) }

    /// Whether the range contains a time; the end is not in the range.
    public func containsTime(_ time: CMTime) -> Bool {
        guard isValid, time.isValid else { return false }
        return time >= start && time < end
    }

    /// Whether the range contains all of another range.
    public func containsTimeRange(_ otherRange: CMTimeRange) -> Bool {
        guard isValid, otherRange.isValid else { return false }
        if otherRange.isEmpty { return containsTime(otherRange.start) }
        return otherRange.start >= start && otherRange.end <= end
    }

    /// Returns the part that both ranges contain; `zero` if there is none, and the invalid range if a range is invalid.
    public func intersection(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        let (first, last) = (CMTimeMaximum(start, otherRange.start), CMTimeMinimum(end, otherRange.end))
        return last > first ? CMTimeRange(start: first, end: last) : .zero
    }

    /// Returns the smallest range that contains both; the invalid range if a range is invalid.
    public func union(_ otherRange: CMTimeRange) -> CMTimeRange {
        guard isValid, otherRange.isValid else { return .invalid }
        return CMTimeRange(start: CMTimeMinimum(start, otherRange.start), end: CMTimeMaximum(end, otherRange.end))
    }
}

extension CMTimeRange: CustomStringConvertible {
    /// Start and duration, or `{INVALID}`.
    public var description: String { isValid ? "{\(start), \(duration)}" : "{INVALID}" }
}
