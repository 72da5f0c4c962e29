/// The display on which pictures were mastered, SMPTE ST 2086, as an `mdcv` box and an SEI message both have it.
public struct MasteringDisplay: Sendable, Hashable {
    /// 24 bytes: chromaticities of green, blue, red and white in 0.00002, then the highest and the lowest luminance in
    /// 0.0001 cd/m² (ISO/IEC 14496-12 12.1.7, ITU-T H.265 D.2.28).
    public let bytes: [UInt8]

    /// Takes 24 bytes as they are; nil for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 24 else { return nil }
        self.bytes = bytes
    }

    /// Chromaticities in 0.00002, x before y, green, blue, red; luminances in 0.0001 cd/m².
    package init?(primaries: [UInt16], whitePoint: [UInt16], maximum: UInt32, minimum: UInt32) {
        var writer = ByteWriter(capacity: 24)
        for value in primaries + whitePoint { writer.write(value) }
        writer.write(maximum)
        writer.write(minimum)
        self.init(bytes: writer.bytes)
    }
}

/// How bright pictures are, CTA-861.3, as a `clli` box and an SEI message both have it.
public struct ContentLightLevel: Sendable, Hashable {
    /// 4 bytes: the brightest pixel and the highest average of a picture, in cd/m².
    public let bytes: [UInt8]

    /// Takes 4 bytes as they are; nil for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        self.bytes = bytes
    }
}

/// The part of a decoded picture that is meant to be seen, the content of a `clap` box (ISO/IEC 14496-12 12.1.4).
public struct CleanAperture: Sendable, Hashable {
    /// 32 bytes: width, height and two offsets, each a numerator and a denominator.
    public let bytes: [UInt8]

    /// Takes 32 bytes as they are; nil for another number of them.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}
