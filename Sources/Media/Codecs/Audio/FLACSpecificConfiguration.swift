/// The FLACSpecificBox of the FLAC mapping into ISO base media files (3.3.2): metadata blocks, starting with
/// STREAMINFO.
package struct FLACSpecificConfiguration: Sendable, Hashable {
    /// The content of a `dfLa` box, including version and flags.
    package let bytes: [UInt8]

    /// Reads a box's content.
    package init(bytes: [UInt8]) throws(BitstreamError) {
        guard bytes.count >= 42 else { throw .endsTooEarly }
        guard bytes[4] & 0x7f == 0, bytes[5...7].elementsEqual([0, 0, 34]) else {
            throw .invalid("a FLAC configuration starts with a STREAMINFO block of 34 bytes")
        }
        self.bytes = bytes
        guard sampleRate > 0 else { throw .invalid("a FLAC configuration without a sample rate") }
    }

    /// A configuration with only this STREAMINFO block.
    package init(streamInfo: [UInt8]) throws(BitstreamError) {
        guard streamInfo.count >= 34 else { throw .endsTooEarly }
        // The flag of the last block; 34 bytes.
        try self.init(bytes: [0, 0, 0, 0, 0x80, 0, 0, 34] + streamInfo[..<34])
    }

    /// Finds STREAMINFO in the header of other containers: `fLaC` and blocks, or an Ogg packet that contains them.
    package init(header: [UInt8]) throws(BitstreamError) {
        let marker = Array("fLaC".utf8)
        let limit = min(header.count, 64)
        guard limit >= 42, let start = (0...limit - 42).first(where: { Array(header[$0..<$0 + 4]) == marker }) else {
            throw .invalid("a FLAC header contains fLaC and a STREAMINFO block")
        }
        try self.init(streamInfo: Array(header[(start + 8)...]))
    }

    private func field(_ at: Int) -> Int { Int(bytes[at]) }
    package var sampleRate: Int { field(18) << 12 | field(19) << 4 | field(20) >> 4 }
    package var channelCount: Int { (field(20) >> 1 & 7) + 1 }
    package var bitsPerSample: Int { (field(20) & 1) << 4 + (field(21) >> 4) + 1 }
    /// The number of samples per block if it is constant except for the last block; nil otherwise.
    package var blockSize: Int? {
        let (least, most) = (field(8) << 8 | field(9), field(10) << 8 | field(11))
        return least == most && least > 0 ? least : nil
    }
    /// The codec configuration for sample entries.
    package var configuration: CodecConfiguration { .boxed("fLaC", "dfLa", bytes) }
}
