/// The OpusSpecificBox of the Opus mapping into ISO base media files, 4.3.2.
package struct OpusSpecificConfiguration: Sendable, Hashable {
    /// The content of a `dOps` box.
    package let bytes: [UInt8]

    /// Reads a box's content. Versions other than 0, which some writers copy from Ogg, become 0.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 11 else { throw .endsTooEarly }
        let channels = Int(bytes[1])
        guard channels > 0 else { throw .invalid("an Opus configuration without channels") }
        if bytes[10] == 0 {
            guard channels <= 2 else { throw .invalid("an Opus configuration of family 0 with \(channels) channels") }
            self.bytes = [0] + bytes[1..<11]
        } else {
            guard bytes.count >= 13 + channels else { throw .endsTooEarly }
            self.bytes = [0] + bytes[1..<13 + channels]
        }
    }

    /// Converts the identification header of Ogg (RFC 7845 5.1), whose fields are little-endian.
    package init(identificationHeader header: [UInt8]) throws(BitstreamError) {
        guard header.count >= 19 else { throw .endsTooEarly }
        guard Array(header[..<8]) == Array("OpusHead".utf8) else {
            throw .invalid("an Opus header starts with OpusHead")
        }
        let fields = Array(header[9...])
        let numbers = [fields[2], fields[1], fields[6], fields[5], fields[4], fields[3], fields[8], fields[7]]
        try self.init(bytes: [0, fields[0]] + numbers + fields[9...])
    }

    /// A configuration of one or two channels.
    package init(channelCount: Int, preSkip: UInt16 = 0) throws(BitstreamError) {
        guard (1...2).contains(channelCount) else {
            throw .invalid("Opus with \(channelCount) channels requires a channel mapping, which the container lacks")
        }
        let (high, low) = (UInt8(preSkip >> 8), UInt8(preSkip & 0xff))
        try self.init(bytes: [0, UInt8(channelCount), high, low, 0, 0, 0xbb, 0x80, 0, 0, 0])
    }

    package var channelCount: Int { Int(bytes[1]) }
    /// The number of samples at 48 kHz to drop at the start of the decoder's output.
    package var preSkip: Int { Int(bytes[2]) << 8 | Int(bytes[3]) }
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("Opus", "dOps", bytes) }
}
