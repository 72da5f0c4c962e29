/// The DTSUHDSpecificBox, ETSI TS 103 491 B.2.2.3.
package struct DTSUHDSpecificConfiguration: Sendable, Hashable {
    /// The content of a `udts` box.
    package let bytes: [UInt8]
    /// DecoderProfileCode: 0 is profile 2, 1 is profile 3.
    package let profileCode: UInt8
    /// Samples per second.
    package let sampleRate: Int
    /// Samples per channel in a frame.
    package let frameLength: Int
    /// The speakers, one bit each.
    package let channelMask: UInt32
    /// The number of presentations in the stream.
    package let presentationCount: Int

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 8 else { throw .endsTooEarly }
        self.bytes = bytes
        var reader = BitReader(bytes)
        profileCode = UInt8(try reader.bits(6))
        let duration = try reader.number(2)
        try reader.skip(3)
        presentationCount = try reader.number(5) + 1
        channelMask = try reader.bits(32)
        let base = try reader.flag() ? 48_000 : 44_100
        let modifier = try reader.number(2)
        (sampleRate, frameLength) = (base << modifier, (512 << duration) << modifier)
    }

    /// The number of speakers in the mask; nil if it contains none.
    package var channelCount: Int? { channelMask == 0 ? nil : channelMask.nonzeroBitCount }

    /// Returns the codec configuration for sample entries of type `dtsx` or `dtsy`.
    package func configuration(_ code: FourCC) -> CodecConfiguration { .boxed(code, "udts", bytes) }
}
