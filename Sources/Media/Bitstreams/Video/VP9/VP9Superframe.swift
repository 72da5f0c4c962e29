/// Several VP9 frames in one sample: hidden frames, followed by the shown one (VP9 specification annex B).
package struct VP9Superframe: Sendable, Hashable {
    /// The frames in decode order.
    package private(set) var frames: [ByteSlice]

    /// The maximum number of frames in an index.
    package static let maximumFrameCount = 8

    /// Splits a sample into frames; a sample without an index is one frame.
    package init(_ sample: ByteSlice) {
        frames = Self.indexed(sample) ?? [sample]
    }

    /// Whether a frame of the sample is shown; true for invalid samples.
    package var isShown: Bool { frames.contains { (try? VP9FrameHeader($0).isShown) ?? true } }

    /// Appends the frames of a later sample. Returns false if they exceed one index.
    package mutating func append(_ other: VP9Superframe) -> Bool {
        guard frames.count + other.frames.count <= Self.maximumFrameCount else { return false }
        frames += other.frames
        return true
    }

    /// The sample: the frames followed by their index, or a single frame.
    package var sample: ByteSlice {
        guard frames.count > 1 else { return frames.first ?? ByteSlice(copying: []) }
        let longest = frames.map(\.count).max() ?? 0
        let width = longest < 1 << 8 ? 1 : longest < 1 << 16 ? 2 : longest < 1 << 24 ? 3 : 4
        let marker = 0xc0 | UInt8(width - 1) << 3 | UInt8(frames.count - 1)
        var writer = ByteWriter(capacity: frames.reduce(64) { $0 + $1.count })
        for frame in frames { frame.withUnsafeBytes { writer.write(contentsOf: $0) } }
        writer.write(marker)
        for frame in frames {
            for byte in 0..<width { writer.write(UInt8(truncatingIfNeeded: frame.count >> (8 * byte))) }
        }
        writer.write(marker)
        return ByteSlice(copying: writer.bytes)
    }

    /// Returns the frames by the index at the end; nil without an index, or if its sizes are inconsistent.
    private static func indexed(_ sample: ByteSlice) -> [ByteSlice]? {
        sample.withUnsafeBytes(indexedRanges)?.map { sample.slice($0) }
    }

    /// Returns the ranges of the frames in a sample; all of it without an index.
    package static func ranges(_ sample: UnsafeRawBufferPointer) -> [Range<Int>] {
        indexedRanges(sample) ?? [0..<sample.count]
    }

    private static func indexedRanges(_ buffer: UnsafeRawBufferPointer) -> [Range<Int>]? {
        guard let marker = buffer.last, marker & 0xe0 == 0xc0 else { return nil }
        let (width, count) = (Int(marker >> 3 & 3) + 1, Int(marker & 7) + 1)
        let start = buffer.count - (2 + width * count)
        guard start > 0, buffer[start] == marker else { return nil }
        var (frames, offset): ([Range<Int>], Int) = ([], 0)
        for index in 0..<count {
            let place = start + 1 + index * width
            let size = (0..<width).reduce(0) { $0 | Int(buffer[place + $1]) << (8 * $1) }
            guard size > 0, size <= start - offset else { return nil }
            frames.append(offset..<offset + size)
            offset += size
        }
        return frames
    }
}
