/// The HEVCDecoderConfigurationRecord of ISO/IEC 14496-15 8.3.3.1.
public struct HEVCDecoderConfiguration: Sendable, Hashable {
    /// The record's bytes, the content of an `hvcC` box.
    public let bytes: [UInt8]
    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}
