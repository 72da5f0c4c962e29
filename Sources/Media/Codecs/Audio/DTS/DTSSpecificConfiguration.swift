/// The DTSSpecificBox, ETSI TS 102 114 E.2.2.3.
package struct DTSSpecificConfiguration: Sendable, Hashable {
    /// The content of a `ddts` box.
    package let bytes: [UInt8]
    /// Samples per second.
    package let sampleRate: Int
    /// Bits per second; 0 if unknown.
    package let averageBitRate: Int
    /// Bits per sample before coding.
    package let bitsPerSample: Int
    /// Samples per channel in a frame.
    package let frameLength: Int
    /// The speakers; each bit is one or a pair.
    package let channelLayout: UInt16

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 20 else { throw .endsTooEarly }
        self.bytes = bytes
        var reader = BitReader(bytes)
        sampleRate = try reader.number(32)
        try reader.skip(32)
        averageBitRate = try reader.number(32)
        bitsPerSample = try reader.number(8)
        frameLength = 512 << (try reader.number(2))
        // StreamConstruction to RepresentationType: the composition of core and extensions.
        try reader.skip(5 + 1 + 6 + 14 + 1 + 3)
        channelLayout = UInt16(try reader.bits(16))
        guard sampleRate > 0 else { throw .invalid("a DTS configuration without a sampling frequency") }
    }

    /// The number of channels of the layout; nil if it contains none.
    package var channelCount: Int? {
        // Left with right, both surrounds, both backs, both heights and their like (ETSI TS 102 114 table E-5).
        let pairs: UInt16 = 0b1010_1110_0110_0110
        let count = channelLayout.nonzeroBitCount + (channelLayout & pairs).nonzeroBitCount
        return count > 0 ? count : nil
    }

    /// Returns the codec configuration for one of the four sample entries.
    package func configuration(_ code: FourCC) -> CodecConfiguration { .boxed(code, "ddts", bytes) }
}
