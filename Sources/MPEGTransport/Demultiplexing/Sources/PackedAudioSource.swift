import Media

/// Consecutive audio frames without packets, after ID3 tags (RFC 8216bis 3.1.3).
struct PackedAudioSource {
    let coding: StreamCoding
    /// The offset of the first frame, in bytes.
    private(set) var start: Int
    /// The timestamp of Apple's ID3 frame, 33 bits.
    private(set) var timestamp: Int64?
    /// Whether the first frame is at the start of the file or directly after the tags.
    let isExact: Bool
    /// Whether the frames are encrypted with SAMPLE-AES.
    let isSampleEncrypted: Bool

    private var clock = ProgramClock()
    private var line = ProgramClock.Position()

    /// The maximum number of bytes to skip before the first frame.
    private static let searchLimit = 4096
    /// The number of consecutive frames that detection requires.
    private static let requiredFrames = 3

    init?(_ content: ByteSlice) {
        let tags = ID3Tags(content)
        (timestamp, isSampleEncrypted) = (tags.timestamp, tags.declaresSampleEncryption)
        let head = content.slice(tags.end..<min(content.count, tags.end + (1 << 17))).bytes
        let isWhole = tags.end + head.count == content.count
        let found = head.withUnsafeBytes { buffer -> (StreamCoding, Int)? in
            for coding in [StreamCoding.adts, .ac3, .mpegAudio, .latm] {
                for offset in 0..<min(Self.searchLimit, buffer.count) where Self.mayBegin(buffer[offset], coding) {
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

    /// Returns whether frames of one format follow each other, as far as the file extends.
    static func follows(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, _ coding: StreamCoding, isWhole: Bool
    ) -> Bool {
        var reader = AudioFrameReader(coding)
        var (offset, count) = (offset, 0)
        while count < requiredFrames {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
            guard case .frame(let frame) = reader.read(rest, isEnd: false) else {
                return count > 0 && isWhole && rest.count < AudioFrameReader.headerSize
            }
            count += 1
            offset += frame.size
        }
        return true
    }

    /// Reads the bytes up to `end` and returns the new read position.
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

    /// Returns the start of the file's frames, on a timeline without wraps and jumps.
    private mutating func time(_ stream: ElementaryStream) -> Int64? {
        guard let timestamp else { return stream.audioEnd == nil ? 0 : nil }
        return clock.place(timestamp, &line, end: stream.audioEnd ?? timestamp)
    }

    /// Continues with another file, such as the next segment of a playlist. Returns the offset of its frames, or its
    /// size if it has none.
    mutating func begin(_ content: ByteSlice, isDiscontinuous: Bool) -> Int {
        if isDiscontinuous { clock.announceBase() }
        guard let next = PackedAudioSource(content), next.coding == coding else { return content.count }
        (start, timestamp) = (next.start, next.timestamp)
        return start
    }
}
