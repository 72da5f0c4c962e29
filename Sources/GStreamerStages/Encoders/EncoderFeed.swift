import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Pushes frames to an encoder's pipeline without copying, and waits while it is full.
final class EncoderFeed: @unchecked Sendable {
    // Safe because only one task pushes.
    private let buffers: BufferFeed
    /// The relation of frame times to times in the encoder.
    let times = EncoderTimeOffset()
    private var hasBegun = false
    private var conversion = FrameContentWrapper()

    init(_ buffers: BufferFeed) { self.buffers = buffers }

    /// Pushes a frame. With `forcingSync`, requests that the encoder codes it as a sync sample.
    ///
    /// Throws ``OutputClosed`` when the encoder's output is no longer accepted.
    func push(_ frame: Frame, forcingSync: Bool) async throws {
        let frame = try conversion.converted(frame, fallback: nil)
        guard let content = frame.content as? GStreamerFrame else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) cannot be encoded")
        }
        _ = try await buffers.waitForSpace()
        buffers.setCaps(content.caps)
        let buffer = buffer(content, at: frame.presentationTime.nanoseconds, of: frame)
        if forcingSync { buffers.forceKey() }
        buffers.push(buffer)
    }

    /// The frame's buffer if its timestamps are correct, otherwise a new buffer that shares its memory.
    private func buffer(_ content: GStreamerFrame, at time: Int64, of frame: Frame) -> UnsafeMutablePointer<GstBuffer> {
        let said = Int64(exactly: content.buffer.pointee.pts)
        if !hasBegun {
            hasBegun = true
            // GStreamer's times must not be negative, and decode times may precede the first presentation time.
            times.set(bias: said.map { $0 - time } ?? max(0, -time) + 3_600_000_000_000)
        }
        let wanted = time + times.bias
        // At most a quarter of a tick, so that times are rounded back to the same tick.
        let tolerance = min(1000, 250_000_000 / Int64(frame.timescale))
        let duration = MediaTime(value: frame.duration, timescale: frame.timescale).nanoseconds
        let length = Int64(exactly: content.buffer.pointee.duration)
        // An upstream stage may have extended the frame's duration.
        let isAsLong = length.map { abs($0 - duration) <= tolerance } ?? true
        if let said, abs(said - wanted) <= tolerance, isAsLong || duration == 0 {
            return gst_buffer_ref(content.buffer)
        }
        return sluice_gst_buffer_at(content.buffer, GstClockTime(max(0, wanted)), GstClockTime(max(0, duration)))
    }
}
