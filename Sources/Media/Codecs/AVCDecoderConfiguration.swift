/// The AVCDecoderConfigurationRecord of ISO/IEC 14496-15 5.3.3.1.
public struct AVCDecoderConfiguration: Sendable, Hashable {
    /// The record's bytes, the content of an `avcC` box.
    public let bytes: [UInt8]
    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }
}
