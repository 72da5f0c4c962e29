/// The AC3SpecificBox, ETSI TS 102 366 F.4.
package struct AC3SpecificConfiguration: Sendable, Hashable {
    /// The three bytes of a `dac3` box.
    package let bytes: [UInt8]

    /// Reads the first three bytes of a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 3 else { throw .endsTooEarly }
        self.bytes = Array(bytes[..<3])
    }

    /// Builds the box from a frame.
    package init(_ frame: AC3SyncFrame) {
        var bits = UInt32(frame.rateCode) << 5 | UInt32(frame.bitstreamID)
        bits = bits << 3 | UInt32(frame.bitstreamMode)
        bits = bits << 3 | UInt32(frame.codingMode)
        bits = bits << 1 | (frame.hasLowFrequencyEffects ? 1 : 0)
        bits = bits << 5 | UInt32(frame.frameSizeCode >> 1)
        bits <<= 5
        bytes = [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(bits & 0xff)]
    }

    /// The number of channels, including low-frequency effects.
    package var channelCount: Int {
        AC3SyncFrame.channels[Int(bytes[1] >> 3 & 7)] + Int(bytes[1] >> 2 & 1)
    }
    /// Samples per second; nil for the reserved code.
    package var sampleRate: Int? { bytes[0] >> 6 < 3 ? AC3SyncFrame.rates[Int(bytes[0] >> 6)] : nil }
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("ac-3", "dac3", bytes) }
}
