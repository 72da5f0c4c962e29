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
