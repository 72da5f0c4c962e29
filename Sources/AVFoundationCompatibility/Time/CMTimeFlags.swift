/// The kind of a ``CMTime``.
public struct CMTimeFlags: OptionSet, Sendable, Hashable {
    public let rawValue: UInt32
    /// The flags with these bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The time is not `invalid`.
    public static let valid = CMTimeFlags(rawValue: 1 << 0)
    /// The value was rounded.
    public static let hasBeenRounded = CMTimeFlags(rawValue: 1 << 1)
    /// The time is `positiveInfinity`.
    public static let positiveInfinity = CMTimeFlags(rawValue: 1 << 2)
    /// The time is `negativeInfinity`.
    public static let negativeInfinity = CMTimeFlags(rawValue: 1 << 3)
    /// The time is `indefinite`.
    public static let indefinite = CMTimeFlags(rawValue: 1 << 4)
    /// The flags of valid times that are not numeric.
    public static let impliedValueFlagsMask: CMTimeFlags = [.positiveInfinity, .negativeInfinity, .indefinite]
}
