import Media

/// One frame of a block.
struct BlockFrame: Sendable {
    var bytes: ByteSlice
    /// Whether the content cannot be decompressed; it is empty then.
    var isDamaged = false
    /// The time of the block in ticks of the segment; nil for the later frames of a block.
    var time: Int64?
    /// The duration that the block declares, in ticks of the segment; nil for laced frames.
    var duration: Int64?
    /// The duration to remove from the end.
    var padding = MediaTime.zero
    var additions: [BlockGroup.Addition] = []

    /// Returns the frames of a block.
    static func frames(of block: MatroskaBlock, _ decoding: FrameDecoding) -> [BlockFrame] {
        let isSingle = block.frames.count == 1
        // Laced frames share the limit: a small block could otherwise become gigabytes.
        var left = MatroskaLimits.inflatedBlock
        return block.frames.enumerated().map { index, bytes in
            let isLast = index == block.frames.count - 1
            let content = decoding.frame(bytes, limit: left)
            left -= max(0, min(left, (content?.count ?? 0) - bytes.count))
            return BlockFrame(
                bytes: content ?? bytes.slice(0..<0), isDamaged: content == nil,
                time: index == 0 ? block.time : nil,
                duration: isSingle ? block.duration.map { Int64(min($0, MatroskaLimits.time)) } : nil,
                padding: isLast ? max(.zero, block.discardPadding) : .zero, additions: index == 0 ? block.additions : []
            )
        }
    }
}
