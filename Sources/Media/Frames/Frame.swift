/// One uncompressed picture or block of sound.
public struct Frame: Sendable {
    /// The track it belongs to.
    public var track: Track.ID
    /// Ticks per second of the times below, the track's own.
    public var timescale: Int32
    /// When it is presented, in ticks; signed.
    public var presentationTicks: Int64
    /// How long it lasts, in ticks; 0 when unknown.
    public var duration: Int64
    /// Whether an encoder has to code it as a sync sample.
    public var mustBeSync: Bool
    /// Where its bytes are.
    public var content: any FrameContent

    /// A frame of `track`.
    public init(
        track: Track.ID, timescale: Int32, presentationTicks: Int64, duration: Int64, mustBeSync: Bool = false,
        content: any FrameContent
    ) {
        self.track = track
        self.timescale = timescale
        self.presentationTicks = presentationTicks
        self.duration = duration
        self.mustBeSync = mustBeSync
        self.content = content
    }

    /// When it is presented.
    public var presentationTime: MediaTime { MediaTime(value: presentationTicks, timescale: timescale) }

    /// The same frame later by `offset`, rounded to the track's ticks; saturates at the ends of 64 bits.
    public func shifted(by offset: MediaTime) -> Frame {
        var result = self
        result.presentationTicks = (presentationTime + offset).ticks(at: timescale)
        return result
    }
}

/// The bytes of a frame, left where whoever made them put them.
public protocol FrameContent: Sendable {
    /// The size in bytes.
    var byteCount: Int { get }
    /// What the bytes mean; nil where only the maker knows.
    var format: MediaFormat? { get }
    /// The bytes in place; nil where they cannot be read by everybody.
    var bytes: ByteSlice? { get }
    /// Where a picture's planes lie in the bytes; nil where they lie as they usually do.
    var layout: [PlaneLayout]? { get }
    /// Lends the bytes to be written: in place when nobody else has the content, and a copy, which takes the content's
    /// place, otherwise; nil where the content cannot do that itself.
    static func withMutableBytes<Result>(
        of content: inout Self, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result?
}

extension FrameContent {
    public var format: MediaFormat? { nil }
    public var bytes: ByteSlice? { nil }
    public var layout: [PlaneLayout]? { nil }
    public static func withMutableBytes<Result>(
        of content: inout Self, _ body: (UnsafeMutableRawBufferPointer) throws -> Result
    ) rethrows -> Result? { nil }
}

/// Frame content in memory, for programs that make their own pictures and sound.
///
/// Planes follow each other and rows are padded to four bytes, as GStreamer lays them out by default; sound is
/// interleaved.
public struct FrameBytes: FrameContent {
    public let format: MediaFormat?
    public let bytes: ByteSlice?
    public let byteCount: Int

    /// Content of uncompressed media; the bytes are shared, not copied.
    public init(_ bytes: ByteSlice, format: MediaFormat) {
        self.format = format
        self.bytes = bytes
        byteCount = bytes.count
    }
}
