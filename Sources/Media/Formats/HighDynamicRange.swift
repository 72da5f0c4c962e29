/// The colour volume of the mastering display (SMPTE ST 2086), as in an `mdcv` box and in an SEI message.
public struct MasteringDisplay: Sendable, Hashable {
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

/// The content light level (CTA-861.3), as in a `clli` box and in an SEI message.
public struct ContentLightLevel: Sendable, Hashable {
    /// 4 bytes: the maximum content light level, then the maximum frame-average light level, each 16 bits, in cd/m².
    public let bytes: [UInt8]

    /// The encoded 4 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        self.bytes = bytes
    }
}

/// The visible part of a decoded frame: the content of a `clap` box (ISO/IEC 14496-12 12.1.4).
public struct CleanAperture: Sendable, Hashable {
    /// 32 bytes: width, height, horizontal and vertical offset, each a numerator and a denominator of 32 bits.
    public let bytes: [UInt8]

    /// The encoded 32 bytes; nil if `bytes` has another length.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}
