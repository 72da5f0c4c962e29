/// The AC4SpecificBox, ETSI TS 103 190-2 annex E.5 and E.6.
package struct AC4SpecificConfiguration: Sendable, Hashable {
    /// The content of a `dac4` box.
    package let bytes: [UInt8]
    /// bitstream_version; 2 in current streams.
    package private(set) var bitstreamVersion: UInt8 = 0
    /// presentation_version of the first presentation.
    package private(set) var presentationVersion: UInt8 = 0
    /// mdcompat of the first presentation: the required decoder level.
    package private(set) var compatibility: UInt8 = 0
    /// Samples per second.
    package private(set) var sampleRate = 48_000
    /// The number of presentations in the stream.
    package private(set) var presentationCount = 0

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        self.bytes = bytes
        var reader = BitReader(bytes)
        let version = try reader.number(3)
        guard version <= 1 else { throw .invalid("an AC-4 configuration of version \(version); 0 and 1 are supported") }
        bitstreamVersion = UInt8(try reader.bits(7))
        sampleRate = try reader.flag() ? 48_000 : 44_100
        try reader.skip(4)
        presentationCount = try reader.number(9)
        // Version 0 describes presentations differently, and its streams have only one version.
        if version == 1 { try readPresentation(&reader) }
    }

    private mutating func readPresentation(_ reader: inout BitReader) throws(BitstreamError) {
        if bitstreamVersion > 1, try reader.flag() {
            // short_program_id and an optional program_uuid.
            try reader.skip(16)
            if try reader.flag() { try reader.skip(128) }
        }
        // bit_rate_mode, bit_rate, bit_rate_precision.
        try reader.skip(66)
        try reader.skip(reader.remaining % 8)
        for _ in 0..<presentationCount {
            let version = UInt8(try reader.bits(8))
            var size = try reader.number(8)
            if size == 255 { size += try reader.number(16) }
            let end = reader.remaining - size * 8
            guard end >= 0, size > 0 else { throw .endsTooEarly }
            // Presentation configuration 6 has only metadata.
            if version <= 2, try reader.number(5) != 6 {
                (presentationVersion, compatibility) = (version, UInt8(try reader.bits(3)))
                return
            }
            try reader.skip(reader.remaining - end)
        }
    }

    /// ETSI TS 103 190-2 E.13.
    var codecString: String {
        "ac-4."
            + [bitstreamVersion, presentationVersion, compatibility].map { $0.hexadecimal(uppercase: true) }.joined(
                separator: ".")
    }

    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("ac-4", "dac4", bytes) }
}
