package import Media

/// The bytes of an MPEG audio file that are outside of its frames and tags.
package struct MPEGAudioScan: Sendable, Equatable {
    /// The maximum number of bytes to search for the next frame.
    package static let searchLimit = 4 << 20
    private static let sync: UInt8 = 0xff

    /// The number of bytes between the tags at the start and the first frame.
    package private(set) var leadingBytes = 0
    /// The number of bytes that frames follow, including ``leadingBytes``.
    package private(set) var skippedBytes = 0
    /// The number of runs of such bytes.
    package private(set) var skipCount = 0

    /// Reads the headers of all frames of a file; nil if it has none within the limit.
    package init?(_ content: ByteSlice) {
        let start = ID3Tags(content).end
        let found = content.withUnsafeBytes { buffer -> Bool in
            guard let first = Self.next(buffer, from: start) else { return false }
            skip(from: start, to: first)
            leadingBytes = first - start
            scan(buffer, from: first)
            return true
        }
        guard found else { return nil }
    }

    private mutating func scan(_ buffer: UnsafeRawBufferPointer, from first: Int) {
        var offset = first
        while offset < buffer.count {
            let header = buffer[offset..<min(buffer.count, offset + 16)]
            if header.first == Self.sync, let frame = AudioFrameHeader(.mpegAudio, header), frame.byteCount > 0 {
                offset += frame.byteCount
                continue
            }
            if let tag = Self.tag(buffer, at: offset) {
                offset += tag
                continue
            }
            // Bytes at the end of the file have no frame after them.
            guard let next = Self.next(buffer, from: offset) else { return }
            skip(from: offset, to: next)
            offset = next
        }
    }

    private mutating func skip(from start: Int, to end: Int) {
        guard end > start else { return }
        skippedBytes += end - start
        skipCount += 1
    }

    /// Returns the size of a tag of ID3, which precede and follow the frames of files that were joined; nil for other bytes.
    private static func tag(_ buffer: UnsafeRawBufferPointer, at offset: Int) -> Int? {
        let head = buffer[offset..<min(buffer.count, offset + 10)]
        if head.starts(with: "TAG".utf8) { return 128 }
        guard head.count == 10, head.starts(with: "ID3".utf8) else { return nil }
        return 10 + ID3Frames.number(Array(head)[6..<10], bits: 7) + (head[head.startIndex + 5] & 0x10 != 0 ? 10 : 0)
    }

    /// Returns the offset of the next run of frames; nil if there is none within the limit.
    private static func next(_ buffer: UnsafeRawBufferPointer, from start: Int) -> Int? {
        let end = min(buffer.count, start + searchLimit)
        guard start < end else { return nil }
        return (start..<end).first { offset in
            guard buffer[offset] == sync else { return false }
            return PackedAudioSource.follows(buffer, offset, .mpegAudio, isWhole: true)
        }
    }
}
