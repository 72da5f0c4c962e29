import Media

/// The ID3 tags before the audio of a segment.
struct ID3Tags {
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8)
    /// The owner of the frame with the setup of encrypted audio, such as `zec3` ("MPEG-2 Stream Encryption Format for HTTP
    /// Live Streaming", 2.3). Clear audio has none.
    private static let setupOwner = Array("com.apple.streaming.audioDescription".utf8) + [0]
    /// The maximum number of consecutive tags.
    private static let limit = 16

    /// The timestamp of Apple's private frame; nil without one.
    private(set) var timestamp: Int64?
    /// Whether a tag declares that the samples are encrypted with SAMPLE-AES.
    private(set) var declaresSampleEncryption = false
    /// The end of the last tag, in bytes.
    private(set) var end = 0

    init(_ bytes: ByteSlice) {
        for _ in 0..<Self.limit {
            let head = bytes.slice(end..<min(bytes.count, end + 10)).bytes
            guard head.count == 10, head.starts(with: Array("ID3".utf8)) else { return }
            let hasFooter = head[5] & 0x10 != 0
            let size = ID3Frames.number(head[6..<10], bits: 7) + (hasFooter ? 10 : 0)
            let start = end + 10
            guard size <= bytes.count - start else {
                end = bytes.count
                return
            }
            // Images can be large, and the timestamp precedes them.
            let frames = bytes.slice(start..<start + min(size, 1 << 16)).bytes
            for frame in ID3Frames(frames, isFourth: head[3] >= 4, ["PRIV"]) {
                let content = frame.content
                if content.starts(with: Self.setupOwner) { declaresSampleEncryption = true }
                guard timestamp == nil, content.count == Self.owner.count + 9, content.starts(with: Self.owner + [0])
                else { continue }
                timestamp = content.suffix(8).reduce(0) { $0 << 8 | Int64($1) } & ((1 << 33) - 1)
            }
            end = start + size
        }
    }
}
