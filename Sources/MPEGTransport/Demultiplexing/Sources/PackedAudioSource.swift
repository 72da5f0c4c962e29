import Media

/// Frames of audio one after another without packets, behind ID3 tags (RFC 8216bis 3.1.3).
struct PackedAudioSource {
    let coding: StreamCoding
    /// Where the frames begin, in bytes.
    private(set) var start: Int
    /// The time of Apple's ID3 frame, 33 bits.
    private(set) var timestamp: Int64?
    /// Whether the first frame begins the file, or follows the tags.
    let isExact: Bool

    private var clock = ProgramClock()
    private var line = ProgramClock.Position()

    /// Bytes without a frame behind the tags that are passed over.
    private static let searched = 4096
    /// Frames in a row that settle it.
    private static let proof = 3

    init?(_ content: ByteSlice) {
        let tags = ID3Tags(content)
        timestamp = tags.timestamp
        let head = content.slice(tags.end..<min(content.count, tags.end + (1 << 17))).bytes
        let isWhole = tags.end + head.count == content.count
        let found = head.withUnsafeBytes { buffer -> (StreamCoding, Int)? in
            for coding in [StreamCoding.adts, .ac3, .mpegAudio, .latm] {
                for offset in 0..<min(Self.searched, buffer.count) where Self.mayBegin(buffer[offset], coding) {
                    guard Self.follows(buffer, offset, coding, isWhole: isWhole) else { continue }
                    return (Self.isEnhanced(buffer, offset) && coding == .ac3 ? .ec3 : coding, offset)
                }
            }
            return nil
        }
        guard let found else { return nil }
        (coding, start, isExact) = (found.0, tags.end + found.1, found.1 == 0)
    }

    private static func mayBegin(_ byte: UInt8, _ coding: StreamCoding) -> Bool {
        byte == (coding == .latm ? 0x56 : coding == .ac3 ? 0x0b : 0xff)
    }

    /// bsid, ETSI TS 102 366 E.1.3.1.6.
    private static func isEnhanced(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Bool {
        offset + 5 < bytes.count && bytes[offset + 5] >> 3 > 10
    }

    /// Whether frames of one format follow each other, as far as the file goes.
    private static func follows(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ coding: StreamCoding, isWhole: Bool
    ) -> Bool {
        var reader = AudioFrameReader(coding)
        var (offset, count) = (offset, 0)
        while count < proof {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            guard case .frame(let frame) = reader.read(rest, isEnd: false) else {
                return count > 0 && isWhole && rest.count < AudioFrameReader.headerSize
            }
            count += 1
            offset += frame.size
        }
        return true
    }

    /// Reads the bytes up to `end` and returns where reading stands.
    mutating func read(
        _ buffer: UnsafeRawBufferPointer, from: Int, to end: Int, _ stream: inout ElementaryStream,
        _ output: inout [DemultiplexedSample]
    ) -> Int {
        guard from < end else { return end }
        stream.append(
            packed: UnsafeRawBufferPointer(rebasing: buffer[from..<end]), at: from == start ? time(stream) : nil,
            &output)
        return end
    }

    /// Where the frames of the file begin, on one line without wraps and jumps.
    private mutating func time(_ stream: ElementaryStream) -> Int64? {
        guard let timestamp else { return stream.audioEnd == nil ? 0 : nil }
        return clock.place(timestamp, &line, end: stream.audioEnd ?? timestamp)
    }

    /// Continues with another file, such as the next segment of a playlist; returns where its frames begin, or its end
    /// where there are none.
    mutating func begin(_ content: ByteSlice, isDiscontinuous: Bool) -> Int {
        if isDiscontinuous { clock.announceBase() }
        guard let next = PackedAudioSource(content), next.coding == coding else { return content.count }
        (start, timestamp) = (next.start, next.timestamp)
        return start
    }
}
