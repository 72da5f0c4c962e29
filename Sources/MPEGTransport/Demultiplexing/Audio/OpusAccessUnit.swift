import Media

/// The access unit of Opus in a transport stream: a packet after a control header, as in the draft "Encapsulation of
/// Opus in MPEG-2 TS".
enum OpusAccessUnit {
    /// Reads the access unit at the start of `bytes`. With `isEnd` no more bytes follow.
    static func read(_ bytes: UnsafeRawBufferPointer, isEnd: Bool) -> AudioFrameReader.Result {
        let more: AudioFrameReader.Result = isEnd ? .none : .incomplete
        guard bytes.count >= 3 else { return more }
        // control_header_prefix, eleven bits.
        guard bytes[0] == 0x7f, bytes[1] & 0xe0 == 0xe0 else { return .none }
        let flags = bytes[1]
        var (offset, size) = (2, 0)
        while true {
            guard offset < bytes.count else { return more }
            size += Int(bytes[offset])
            offset += 1
            if bytes[offset - 1] != 255 { break }
        }
        var (start, end) = (0, 0)
        for (flag, field) in [(UInt8(0x10), 0), (0x08, 1)] where flags & flag != 0 {
            guard offset + 2 <= bytes.count else { return more }
            let trim = Int(bytes[offset] & 0x1f) << 8 | Int(bytes[offset + 1])
            if field == 0 { start = trim } else { end = trim }
            offset += 2
        }
        if flags & 0x04 != 0 {
            guard offset < bytes.count else { return more }
            offset += 1 + Int(bytes[offset])
        }
        guard offset + size <= bytes.count else { return more }
        let packet = ByteSlice(copying: bytes[offset..<offset + min(size, 2)])
        guard size > 0, let count = OpusPacket.duration(packet), count > end else { return .none }
        return .frame(
            AudioFrame(
                size: offset + size, content: offset..<offset + size, sampleCount: count - end, sampleRate: 48_000,
                signature: 1, trimmedStart: start))
    }
}

extension Descriptors {
    /// channel_config_code of the Opus extension descriptor.
    var opusConfiguration: Int? {
        guard let content = first(0x7f), content.count >= 2, content.first == 0x80 else { return nil }
        return Int(content[content.startIndex + 1])
    }
}

extension OpusSpecificConfiguration {
    /// Creates the configuration for a channel_config_code from 1 to 8, with the layouts of RFC 7845 5.1.1.2.
    init(transport code: Int, preSkip: UInt16) throws(BitstreamError) {
        guard code > 2 else {
            try self.init(channelCount: max(code, 1), preSkip: preSkip)
            return
        }
        let layouts: [Int: (streams: UInt8, coupled: UInt8, mapping: [UInt8])] = [
            3: (2, 1, [0, 2, 1]), 4: (2, 2, [0, 1, 2, 3]), 5: (3, 2, [0, 4, 1, 2, 3]),
            6: (4, 2, [0, 4, 1, 2, 3, 5]), 7: (4, 3, [0, 4, 1, 2, 3, 5, 6]), 8: (5, 3, [0, 6, 1, 2, 3, 4, 5, 7]),
        ]
        guard let layout = layouts[code] else {
            throw .invalid("Opus with channel configuration \(code); 1 to 8 are supported")
        }
        try self.init(
            bytes: [0, UInt8(code), UInt8(preSkip >> 8), UInt8(preSkip & 0xff), 0, 0, 0xbb, 0x80, 0, 0, 1]
                + [layout.streams, layout.coupled] + layout.mapping)
    }
}
