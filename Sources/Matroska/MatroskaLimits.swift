/// Limits of what is read from a file, so that a damaged or hostile one cannot occupy much memory or time.
enum MatroskaLimits {
    /// The maximum size of a text in bytes.
    static let textSize = 1 << 16
    /// The maximum number of elements of one kind in their parent.
    static let children = 1024
    /// The maximum number of cue points.
    static let cuePoints = 1 << 20
    /// The maximum number of elements that are read because seek heads refer to them.
    static let soughtElements = 32
    /// The maximum size of a decoder configuration in bytes.
    static let configurationSize = 1 << 20
    /// The maximum number of bytes that are removed from the start of every frame; files have up to 16.
    static let strippedHeader = 64
    /// The maximum number of content encodings of a track.
    static let encodings = 8
    /// The maximum size of all decompressed frames of a block in bytes.
    static let inflatedBlock = 4 << 20
    /// The maximum time of a cluster in ticks of the segment, with which conversions do not overflow.
    static let time: UInt64 = 1 << 52
    /// The maximum number of nanoseconds in a tick of the segment.
    static let timestampScale: UInt64 = 10_000_000_000
    /// The maximum number of blocks that are read to find the first one of every track.
    static let probedBlocks = 20_000
    /// The maximum number of bytes that are read to find the first block of every track.
    static let probedBytes = 64 << 20
}
