/// The MPEG-4 descriptor of an `esds` box (ISO/IEC 14496-1 7.2.6.5), limited to the fields that ISO base media files
/// use.
package struct ElementaryStreamDescriptor: Sendable, Hashable {
    /// The coding: 0x40 is MPEG-4 audio, 0x6b and 0x69 are MP3, 0x66 to 0x68 are MPEG-2 AAC, 0x6c is JPEG.
    package var objectTypeIndication: UInt8
    /// The decoder's buffer size in bytes, 24 bits.
    package var bufferSize: UInt32
    /// Bits per second; 0 if unknown.
    package var maxBitRate: UInt32
    /// Bits per second; 0 if variable or unknown.
    package var averageBitRate: UInt32
    /// The decoder configuration, an AudioSpecificConfig for MPEG-4 audio.
    package var decoderSpecificInfo: [UInt8]

    /// The descriptor of an audio stream.
    package init(
        objectTypeIndication: UInt8 = 0x40, bufferSize: UInt32 = 0, maxBitRate: UInt32 = 0,
        averageBitRate: UInt32 = 0, decoderSpecificInfo: [UInt8]
    ) {
        self.objectTypeIndication = objectTypeIndication
        self.bufferSize = bufferSize
        self.maxBitRate = maxBitRate
        self.averageBitRate = averageBitRate
        self.decoderSpecificInfo = decoderSpecificInfo
    }

    /// Reads the content of an `esds` box, including version and flags; nil if it is damaged.
    package init?(esdsContent bytes: [UInt8]) {
        guard let parsed = try? Self.parse(bytes) else { return nil }
        self = parsed
    }

    /// The content of an `esds` box, including version and flags.
    package var esdsContent: [UInt8] {
        var decoder = ByteWriter()
        decoder.write(objectTypeIndication)
        // Visual (4) or audio stream (5) in the upper six bits, not upstream, one reserved bit that is set.
        decoder.write(UInt8(isVisual ? 0x11 : 0x15))
        decoder.write24(min(bufferSize, 0xff_ffff))
        decoder.write(maxBitRate)
        decoder.write(averageBitRate)
        if !decoderSpecificInfo.isEmpty {
            decoder.write(contentsOf: Self.descriptor(tag: 5, decoderSpecificInfo))
        }
        // ES_ID is 0 in stored files, no flags.
        let stream = [0, 0, 0] + Self.descriptor(tag: 4, decoder.bytes) + Self.descriptor(tag: 6, [2])
        return [0, 0, 0, 0] + Self.descriptor(tag: 3, stream)
    }

    /// Whether the coding is JPEG, the only visual stream that is written.
    private var isVisual: Bool { objectTypeIndication == 0x6c }

    private static func descriptor(tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        var size = [UInt8(content.count & 0x7f)]
        var rest = content.count >> 7
        while rest > 0 {
            size.insert(0x80 | UInt8(rest & 0x7f), at: 0)
            rest >>= 7
        }
        return [tag] + size + content
    }

    private static func parse(_ bytes: [UInt8]) throws -> Self? {
        try bytes.withUnsafeBytes { buffer in
            var reader = ByteReader(buffer)
            try reader.skip(4)
            guard try header(&reader).tag == 3 else { return nil }
            try reader.skip(2)
            let flags: UInt8 = try reader.read()
            if flags & 0x80 != 0 { try reader.skip(2) }
            if flags & 0x40 != 0 { try reader.skip(Int(try reader.read(UInt8.self))) }
            if flags & 0x20 != 0 { try reader.skip(2) }
            guard try header(&reader).tag == 4 else { return nil }
            let type: UInt8 = try reader.read()
            try reader.skip(1)
            var result = Self(objectTypeIndication: type, decoderSpecificInfo: [])
            result.bufferSize = try reader.read24()
            result.maxBitRate = try reader.read()
            result.averageBitRate = try reader.read()
            guard let (tag, size) = try? header(&reader), tag == 5 else { return result }
            result.decoderSpecificInfo = try reader.readBytes(size)
            return result
        }
    }

    private static func header(_ reader: inout ByteReader) throws(EndOfBytes) -> (tag: UInt8, size: Int) {
        let tag: UInt8 = try reader.read()
        var size = 0
        for _ in 0..<4 {
            let byte: UInt8 = try reader.read()
            size = size << 7 | Int(byte & 0x7f)
            if byte & 0x80 == 0 { break }
        }
        return (tag, size)
    }
}
