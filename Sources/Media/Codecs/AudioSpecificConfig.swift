/// The AudioSpecificConfig of ISO/IEC 14496-3 1.6.2.1.
public struct AudioSpecificConfig: Sendable, Hashable {
    /// The configuration's bytes.
    public let bytes: [UInt8]
    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}
