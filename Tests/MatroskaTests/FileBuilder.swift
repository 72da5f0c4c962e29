import Media

/// Builds Matroska files of one segment.
struct FileBuilder {
    var documentType = "matroska"
    var tracks: [[UInt8]] = []
    /// Elements after the tracks.
    var clusters: [UInt8] = []
    var timestampScale: UInt64 = 1_000_000
    var isLive = false

    /// Returns the content of a track entry.
    static func track(_ number: UInt64, _ codec: String, type: UInt64, _ fields: [UInt8] = []) -> [UInt8] {
        EBMLWriter.number(0xd7, number) + EBMLWriter.number(0x73c5, number) + EBMLWriter.number(0x83, type)
            + EBMLWriter.text(0x86, codec) + fields
    }

    /// Returns an MP3 track; frames without a header contain silence.
    static func audio(_ number: UInt64 = 1, _ fields: [UInt8] = []) -> [UInt8] {
        track(number, "A_MPEG/L3", type: 2, fields)
    }

    static func simpleBlock(
        track: UInt8 = 1, time: Int16 = 0, lacing: UInt8 = 0, isKey: Bool = true, _ content: [UInt8]
    ) -> [UInt8] {
        EBMLWriter.element(0xa3, block(track: track, time: time, lacing: lacing, isKey: isKey, content))
    }

    static func block(
        track: UInt8 = 1, time: Int16 = 0, lacing: UInt8 = 0, isKey: Bool = false, _ content: [UInt8]
    ) -> [UInt8] {
        let time = UInt16(bitPattern: time)
        return [0x80 | track, UInt8(time >> 8), UInt8(time & 0xff), lacing << 1 | (isKey ? 0x80 : 0)] + content
    }

    /// Returns a block of several frames with the sizes of Xiph or EBML lacing.
    static func laced(_ frames: [[UInt8]], isXiph: Bool, time: Int16) -> [UInt8] {
        let sizes = frames.dropLast().map(\.count)
        var head = [UInt8(frames.count - 1)]
        for (index, size) in sizes.enumerated() {
            if isXiph {
                head += Array(repeating: 255, count: size / 255) + [UInt8(size % 255)]
            } else {
                // Two bytes, which hold differences with an offset of 2^13 - 1.
                let value = UInt16(index == 0 ? size : size - sizes[index - 1] + 0x1fff) | 0x4000
                head += [UInt8(value >> 8), UInt8(value & 0xff)]
            }
        }
        return simpleBlock(time: time, lacing: isXiph ? 1 : 3, head + frames.flatMap { $0 })
    }

    static func cluster(_ time: UInt64, _ content: [UInt8], isLive: Bool = false) -> [UInt8] {
        let content = EBMLWriter.number(0xe7, time) + content
        return isLive ? EBMLWriter.unsized(0x1f43_b675, content) : EBMLWriter.element(0x1f43_b675, content)
    }

    /// An MP3 frame of 44.1 kHz and 64 kbit/s: 1152 samples in 208 bytes.
    static func frame(_ fill: UInt8) -> [UInt8] { [0xff, 0xfb, 0x50, 0xc4] + Array(repeating: fill, count: 204) }

    var bytes: [UInt8] {
        let header =
            EBMLWriter.number(0x4286, 1) + EBMLWriter.number(0x42f7, 1) + EBMLWriter.text(0x4282, documentType)
            + EBMLWriter.number(0x4287, 4) + EBMLWriter.number(0x4285, 2)
        let content =
            EBMLWriter.element(0x1549_a966, EBMLWriter.number(0x2ad7b1, timestampScale))
            + EBMLWriter.element(0x1654_ae6b, tracks.flatMap { EBMLWriter.element(0xae, $0) }) + clusters
        let segment = isLive ? EBMLWriter.unsized(0x1853_8067, content) : EBMLWriter.element(0x1853_8067, content)
        return EBMLWriter.element(0x1a45_dfa3, header) + segment
    }
}
