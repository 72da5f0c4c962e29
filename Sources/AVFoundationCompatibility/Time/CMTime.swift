/// The ticks of a ``CMTime``.
public typealias CMTimeValue = Int64
/// The ticks per second of a ``CMTime``.
public typealias CMTimeScale = Int32
/// A number that separates timelines; 0 for durations and for the usual timeline.
public typealias CMTimeEpoch = Int64

/// A time or duration of `value / timescale` seconds, or a value that is not numeric, as its flags state.
public struct CMTime: Sendable {
    /// Ticks; may be negative.
    public var value: CMTimeValue
    /// Ticks per second.
    public var timescale: CMTimeScale
    /// Whether the time is valid, numeric and exact.
    public var flags: CMTimeFlags
    /// The timeline; later than every time of a lesser epoch.
    public var epoch: CMTimeEpoch

    /// The invalid time.
    public init() { self.init(value: 0, timescale: 0, flags: [], epoch: 0) }

    /// A time with these fields, which are not validated.
    public init(value: CMTimeValue, timescale: CMTimeScale, flags: CMTimeFlags, epoch: CMTimeEpoch) {
        self.value = value
        self.timescale = timescale
        self.flags = flags
        self.epoch = epoch
    }

    /// A valid time of `value` ticks. Without a positive timescale it is valid, but has no numeric value.
    public init(value: CMTimeValue, timescale: CMTimeScale) {
        self.init(value: value, timescale: timescale, flags: .valid, epoch: 0)
    }

    /// A number of seconds in ticks of a timescale, rounded to the nearest tick.
    ///
    /// The timescale is halved while the value exceeds 64 bits; a value that exceeds them in whole seconds becomes
    /// infinite. NaN and timescales below 1 give the invalid time.
    public init(seconds: Double, preferredTimescale: CMTimeScale) {
        guard preferredTimescale > 0, !seconds.isNaN else {
            self.init()
            return
        }
        var timescale = preferredTimescale
        while true {
            let ticks = (seconds * Double(timescale)).rounded()
            if let value = Int64(exactly: ticks) {
                self.init(value: value, timescale: timescale)
                if Double(value) / Double(timescale) != seconds { flags.insert(.hasBeenRounded) }
                return
            }
            if timescale == 1 || seconds.isInfinite {
                self = seconds < 0 ? .negativeInfinity : .positiveInfinity
                return
            }
            timescale /= 2
        }
    }

    /// Time zero.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time; what arithmetic returns for invalid operands.
    public static let invalid = CMTime()
    /// A time that is not known, such as the duration of a live stream.
    public static let indefinite = CMTime(value: 0, timescale: 0, flags: [.valid, .indefinite], epoch: 0)
    /// Later than every numeric and indefinite time.
    public static let positiveInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .positiveInfinity], epoch: 0)
    /// Earlier than every other time.
    public static let negativeInfinity = CMTime(value: 0, timescale: 0, flags: [.valid, .negativeInfinity], epoch: 0)
}

extension CMTime {
    /// Whether this is any time but the invalid one.
    public var isValid: Bool { flags.contains(.valid) }
    /// Whether this is `positiveInfinity`.
    public var isPositiveInfinity: Bool { isValid && flags.contains(.positiveInfinity) }
    /// Whether this is `negativeInfinity`.
    public var isNegativeInfinity: Bool { isValid && flags.contains(.negativeInfinity) }
    /// Whether this is `indefinite`.
    public var isIndefinite: Bool { isValid && flags.contains(.indefinite) }
    /// Whether the time is valid, finite and definite.
    public var isNumeric: Bool { flags.intersection([.valid, .impliedValueFlagsMask]) == .valid }
    /// Whether the time is the result of rounding.
    public var hasBeenRounded: Bool { isNumeric && flags.contains(.hasBeenRounded) }

    /// The time in seconds: NaN for invalid and indefinite times, infinity for infinite ones.
    public var seconds: Double {
        if isPositiveInfinity { return .infinity }
        if isNegativeInfinity { return -.infinity }
        return isNumeric ? Double(value) / Double(timescale) : .nan
    }

    /// Returns the time in ticks of another timescale. Times that are not numeric are unchanged.
    public func convertScale(_ newTimescale: Int32, method: CMTimeRoundingMethod) -> CMTime {
        CMTimeConvertScale(self, timescale: newTimescale, method: method)
    }
}
