import CGStreamer
import CGStreamerLibraries
package import Media

/// Frame content that stays in its producer's GStreamer buffer.
package final class GStreamerFrame: FrameContent, @unchecked Sendable {
    // Safe because buffer and caps are only read, and their reference counts are atomic.
    let buffer: UnsafeMutablePointer<GstBuffer>
    let caps: FrameCaps
    package let byteCount: Int
    private var reserve: FrameReserve.Count?

    /// Retains `buffer`. `reserve` counts the frame while it is in use.
    init(buffer: UnsafeMutablePointer<GstBuffer>, caps: FrameCaps, reserve: FrameReserve.Count? = nil) {
        self.buffer = gst_buffer_ref(buffer)
        self.caps = caps
        self.reserve = reserve
        byteCount = Int(gst_buffer_get_size(buffer))
    }

    /// Takes ownership of the reference to `buffer`. `reserve` counts the frame while it is in use.
    init(taking buffer: UnsafeMutablePointer<GstBuffer>, caps: FrameCaps, reserve: FrameReserve.Count? = nil) {
        self.buffer = buffer
        self.reserve = reserve
        self.caps = caps
        byteCount = Int(gst_buffer_get_size(buffer))
    }

    /// The first `byteCount` bytes of `buffer`, sharing its memory.
    init(prefixOf buffer: UnsafeMutablePointer<GstBuffer>, byteCount: Int, caps: FrameCaps) {
        self.buffer = sluice_gst_buffer_prefix(buffer, byteCount)
        self.caps = caps
        self.byteCount = byteCount
    }

    /// The bytes of `frame` from `offset` on, sharing its memory.
    init(suffixOf frame: GStreamerFrame, from offset: Int) {
        byteCount = max(0, frame.byteCount - offset)
        buffer = sluice_gst_buffer_suffix(frame.buffer, offset)
        caps = frame.caps
    }

    /// A frame with a copy of `bytes`.
    init(copying bytes: [UInt8], caps: FrameCaps) {
        // The buffer has no timestamp, because `Frame` has the presentation time.
        buffer = sluice_gst_buffer_copying(bytes, bytes.count)
        self.caps = caps
        byteCount = bytes.count
    }

    /// A frame with a copy of `bytes`; nil if the text of the caps is invalid.
    package convenience init?(copying bytes: [UInt8], caps text: String) {
        guard let caps = FrameCaps(text: text) else { return nil }
        self.init(copying: bytes, caps: caps)
    }

    deinit {
        sluice_gst_mini_unref(buffer)
        reserve?.removeFrame()
    }

    /// A frame that shares `bytes`; nil if `bytes` is empty, or if the planes do not match the format.
    convenience init?(sharing bytes: ByteSlice, caps: FrameCaps, layout: [PlaneLayout]? = nil) {
        let owner = Unmanaged.passRetained(bytes.storage).toOpaque()
        let made = bytes.withUnsafeBytes {
            sluice_gst_buffer_wrapping($0.baseAddress, $0.count, owner, releaseOwner)
        }
        guard let made else { return nil }
        if let layout {
            let (offsets, strides) = (layout.map(\.offset), layout.map { Int32(clamping: $0.stride) })
            guard sluice_gst_buffer_set_planes(made, caps.pointer, Int32(layout.count), offsets, strides) else {
                sluice_gst_mini_unref(made)
                return nil
            }
        }
        self.init(taking: made, caps: caps)
    }

    package var format: MediaFormat? {
        let fields = CapsFields(caps: caps.pointer)
        return fields.rawVideo.map(MediaFormat.rawVideo) ?? fields.rawAudio.map(MediaFormat.rawAudio)
    }

    /// The bytes in place; nil if the buffer cannot be mapped.
    package var bytes: ByteSlice? { ByteSlice.borrowing(buffer) }
}
