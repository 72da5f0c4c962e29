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
