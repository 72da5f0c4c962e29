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
    /// The caps of the newest frames, and those that conversions before the encoder need.
    private var caps: (ofFrames: FrameCaps, forConversion: FrameCaps)?
    /// The time of the first frame in the encoder, in nanoseconds: 1001 h.
    private static let earliest: Int64 = 1001 * 3600 * 1_000_000_000

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
        if caps?.ofFrames !== content.caps { caps = (content.caps, content.caps.forConversion) }
        if let caps { buffers.setCaps(caps.forConversion) }
        let buffer = buffer(content, at: frame.presentationTime.nanoseconds, of: frame)
        if forcingSync { buffers.forceKey(at: Int64(clamping: buffer.pointee.pts)) }
        buffers.push(buffer)
    }

    /// A buffer that shares the memory of the frame's, with the frame's times in the encoder.
    private func buffer(_ content: GStreamerFrame, at time: Int64, of frame: Frame) -> UnsafeMutablePointer<GstBuffer> {
        if !hasBegun {
            hasBegun = true
            // Decode times may precede the first presentation time. Encoders shift times below 1000 h by 1000 h, and
            // would then misinterpret the times of requested sync samples.
            times.set(bias: max(0, -time) + Self.earliest)
        }
        var duration = GstClockTime(max(0, MediaTime(value: frame.duration, timescale: frame.timescale).nanoseconds))
        if duration == 0 { duration = content.buffer.pointee.duration }
        return sluice_gst_buffer_at(content.buffer, GstClockTime(max(0, time + times.bias)), duration)
    }
}
