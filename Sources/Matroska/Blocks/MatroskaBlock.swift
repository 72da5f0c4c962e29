package import Media

/// A block of a cluster: one or more frames of a track (RFC 9559 10).
package struct MatroskaBlock: Sendable {
    /// The number of the track.
    package var track: UInt64
    /// The time in ticks of the segment.
    package var time: Int64
    /// Whether the container marks the frames as keyframes.
    package var isKeyframe: Bool
    /// The frames in decode order. Only the first one has the time of the block.
    package var frames: [ByteSlice]
    /// The duration of all frames in ticks of the segment; nil if the block does not declare it.
    package var duration: UInt64?
    /// The duration to remove from the end, or from the start if it is negative.
    package var discardPadding = MediaTime.zero
    package var additions: [BlockGroup.Addition] = []
    /// The offset of the block in the file.
    package var offset = 0

    /// Reads a simple block of a cluster; nil if it is damaged.
    init?(simple bytes: ByteSlice, clusterTime: Int64) {
        self.init(bytes, clusterTime: clusterTime)
    }

    /// Reads the block of a group; nil if it is missing or damaged.
    init?(_ group: BlockGroup, clusterTime: Int64) {
        guard let bytes = group.block else { return nil }
        self.init(bytes, clusterTime: clusterTime)
        isKeyframe = group.referenceCount == 0
        duration = group.duration
        discardPadding = .nanoseconds(group.discardPadding)
        additions = group.additions?.additions ?? []
    }

    private init?(_ bytes: ByteSlice, clusterTime: Int64) {
        let file = EBMLBytes(bytes)
        guard let number = file.number(at: 0, end: bytes.count), bytes.count >= number.length + 3,
            let head = file.unsigned(number.length..<number.length + 3)
        else { return nil }
        let relative = Int16(truncatingIfNeeded: head >> 8)
        let payload = bytes.slice(number.length + 3..<bytes.count)
        guard let frames = BlockLacing(rawValue: UInt8(head >> 1 & 3))?.frames(in: payload) else { return nil }
        track = number.value
        time = clusterTime &+ Int64(relative)
        isKeyframe = head & 0x80 != 0
        self.frames = frames
    }
}
