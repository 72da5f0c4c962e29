/// The MLPSpecificBox of Dolby TrueHD bitstreams within ISO base media files, 3.
package struct MLPSpecificConfiguration: Sendable, Hashable {
    /// The content of a `dmlp` box.
    package let bytes: [UInt8]

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 10 else { throw .endsTooEarly }
        self.bytes = Array(bytes[..<10])
        guard sampleRate != nil else { throw .invalid("a TrueHD configuration with a reserved sampling frequency") }
    }

    /// format_info of the major sync.
    private var format: UInt32 { bytes[..<4].reduce(0) { $0 << 8 | UInt32($1) } }
    private var rateCode: UInt32 { format >> 28 }

    /// Samples per second; nil for reserved codes.
    package var sampleRate: Int? {
        guard rateCode & 7 <= 2 else { return nil }
        return (rateCode & 8 == 0 ? 48_000 : 44_100) << Int(rateCode & 7)
    }
    /// Samples per channel in an access unit: 1/1200 s at 48 kHz and its multiples.
    package var frameLength: Int { 40 << Int(rateCode & 7) }
    /// The channels of the eight-channel presentation, or else of the six-channel one.
    package var channelCount: Int {
        // In bit order: left and right, centre, low frequencies, surrounds, then heights, wides and backs.
        let counts = [2, 1, 1, 2, 2, 2, 2, 1, 1, 2, 2, 1, 1]
        let assignment = format & 0x1fff != 0 ? format & 0x1fff : format >> 15 & 0x1f
        return counts.enumerated().reduce(0) { $0 + (assignment >> UInt32($1.offset) & 1 == 1 ? $1.element : 0) }
    }
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("mlpa", "dmlp", bytes) }
}
