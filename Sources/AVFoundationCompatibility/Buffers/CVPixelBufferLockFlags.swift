/// The options of a lock.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    public let rawValue: UInt64
    /// The options with these bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    /// The program does not write the pixels.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
