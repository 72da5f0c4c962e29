import CGStreamer
import CGStreamerLibraries
import Media
import StageKit
import Synchronization

/// Puts frames into an encoder's pipeline by reference and waits while it is full.
final class EncoderFeed: @unchecked Sendable {
    // Safe because one task pushes.
    private let buffers: BufferFeed
    /// How frame times follow from times inside the encoder.
    let times = FrameTimes()
    private var hasBegun = false
    private var conversion = ContentConversion()

    init(_ buffers: BufferFeed) { self.buffers = buffers }

    /// Pushes a frame; before it, in line, a request to code it as a sync sample.
    ///
    /// Throws ``OutputRefused`` when nobody takes what the encoder makes.
    func push(_ frame: Frame, forcingSync: Bool) async throws {
        let frame = try conversion.converted(frame, fallback: nil)
        guard let content = frame.content as? GStreamerFrame else {
            throw StageError(.unsupportedMedia, "frames of type \(type(of: frame.content)) cannot be encoded")
        }
        _ = try await buffers.waitForRoom()
        buffers.setCaps(content.caps)
        let buffer = buffer(content, at: frame.presentationTime.nanoseconds, of: frame)
        if forcingSync { buffers.forceKey() }
        buffers.push(buffer)
    }

    /// The buffer itself where it says the right time, otherwise another one around the same memory.
    private func buffer(_ content: GStreamerFrame, at time: Int64, of frame: Frame) -> UnsafeMutablePointer<GstBuffer> {
        let said = Int64(exactly: content.buffer.pointee.pts)
        if !hasBegun {
            hasBegun = true
            // Times inside may not be negative, and DTS may lie before the first one.
            times.set(bias: said.map { $0 - time } ?? max(0, -time) + 3_600_000_000_000)
        }
        let wanted = time + times.bias
        // A quarter of a tick at most, so that times come back to the same tick.
        let tolerance = min(1000, 250_000_000 / Int64(frame.timescale))
        let duration = MediaTime(value: frame.duration, timescale: frame.timescale).nanoseconds
        let length = Int64(exactly: content.buffer.pointee.duration)
        // A stage above may have made the frame last longer.
        let isAsLong = length.map { abs($0 - duration) <= tolerance } ?? true
        if let said, abs(said - wanted) <= tolerance, isAsLong || duration == 0 {
            return gst_buffer_ref(content.buffer)
        }
        return sluice_gst_buffer_at(content.buffer, GstClockTime(max(0, wanted)), GstClockTime(max(0, duration)))
    }
}

/// How much times inside an encoder are ahead of frame times, in nanoseconds; set by the first frame.
final class FrameTimes: Sendable {
    private let value = Atomic<Int64>(0)
    private let furthest = Atomic<Int64>(.min)
    var bias: Int64 { value.load(ordering: .relaxed) }
    func set(bias: Int64) { value.store(bias, ordering: .relaxed) }
    /// How far the input goes beyond the frames that are encoded, in nanoseconds of frame time; nil when it does not.
    var end: Int64? {
        let end = furthest.load(ordering: .relaxed)
        return end == .min ? nil : end
    }
    /// The input lasts until this frame time, whether its frame is encoded or not.
    func reach(_ time: Int64) { furthest.max(time, ordering: .relaxed) }
    /// The frame time that a running time inside the encoder stands for, in nanoseconds.
    func frameTime(_ runningTime: Int64) -> Int64 { runningTime - bias }
}
