/// One uncompressed video frame, or one block of uncompressed audio.
public struct Frame: Sendable {
    /// The track that the frame belongs to.
    public var track: Track.ID
    /// The track's timescale: ticks per second of the times below.
    public var timescale: Int32
    /// The presentation time in ticks; may be negative.
    public var presentationTicks: Int64
    /// The duration in ticks; 0 when unknown.
    public var duration: Int64
    /// Whether an encoder must code the frame as a sync sample.
    public var mustBeSync: Bool
    /// The storage of the frame's bytes.
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

    /// The presentation time.
    public var presentationTime: MediaTime { MediaTime(value: presentationTicks, timescale: timescale) }

    /// Returns the frame presented later by `offset`, rounded to the track's ticks. Saturates at the limits of `Int64`.
    public func shifted(by offset: MediaTime) -> Frame {
        var result = self
        result.presentationTicks = (presentationTime + offset).ticks(at: timescale)
        return result
    }
}

/// The storage of a frame's bytes, kept where the producer allocated it.
public protocol FrameContent: Sendable {
    /// The size in bytes.
    var byteCount: Int { get }
    /// The format of the bytes; nil if only the producer knows it.
    var format: MediaFormat? { get }
    /// The bytes in place; nil if the CPU cannot read them.
    var bytes: ByteSlice? { get }
    /// The layout of a video frame's planes; nil for the default layout of the pixel format.
    var layout: [PlaneLayout]? { get }
    /// Calls `body` with the bytes for writing: in place if the content has no other owner, otherwise in a copy that
    /// replaces the content. Returns nil, without calling `body`, if this type of content does not support writing.
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

/// Frame content in memory, for programs that produce their own video and audio.
///
/// Planes follow each other and rows are padded to four bytes, as in GStreamer's default layout. Audio is interleaved.
public struct FrameBytes: FrameContent {
    public let format: MediaFormat?
    public let bytes: ByteSlice?
    public let byteCount: Int

    /// Content with uncompressed media. The bytes are shared, not copied.
    public init(_ bytes: ByteSlice, format: MediaFormat) {
        self.format = format
        self.bytes = bytes
        byteCount = bytes.count
    }
}
