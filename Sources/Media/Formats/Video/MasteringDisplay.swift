/// The colour volume of the mastering display (SMPTE ST 2086), as in an `mdcv` box and in an SEI message.
public struct MasteringDisplay: Sendable, Hashable, Codable {
    /// 24 bytes: chromaticities of green, blue, red and white in units of 0.00002, then maximum and minimum luminance
    /// in units of 0.0001 cd/m² (ISO/IEC 14496-12 12.1.7, ITU-T H.265 D.2.28).
    public let bytes: [UInt8]

    /// The encoded 24 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 24 else { return nil }
        self.bytes = bytes
    }

    /// Chromaticities in units of 0.00002, x before y, in the order green, blue, red; luminances in units of 0.0001
    /// cd/m².
    package init?(primaries: [UInt16], whitePoint: [UInt16], maximum: UInt32, minimum: UInt32) {
        var writer = ByteWriter(capacity: 24)
        for value in primaries + whitePoint { writer.write(value) }
        writer.write(maximum)
        writer.write(minimum)
        self.init(bytes: writer.bytes)
    }
}
