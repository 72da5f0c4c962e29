import CGStreamer
import CGStreamerLibraries
import Media

/// One buffer as an appsink gives it, with the segment that its times belong to.
struct SinkSample: ~Copyable {
    private let sample: OpaquePointer

    /// Takes over the caller's reference.
    init(_ sample: OpaquePointer) { self.sample = sample }
    deinit { sluice_gst_mini_unref(UnsafeMutableRawPointer(sample)) }

    /// The buffer, borrowed for as long as this sample lives.
    var buffer: UnsafeMutablePointer<GstBuffer>? { gst_sample_get_buffer(sample) }
    var caps: UnsafeMutablePointer<GstCaps>? { gst_sample_get_caps(sample) }

    /// When it is presented, as signed running time in nanoseconds.
    var presentationTime: Int64? { buffer.flatMap { runningTime($0.pointee.pts) } }
    /// When it is decoded, as signed running time in nanoseconds.
    var decodeTime: Int64? { buffer.flatMap { runningTime($0.pointee.dts) } }
    /// How long it lasts, in nanoseconds.
    var duration: Int64? {
        guard let duration = buffer?.pointee.duration, duration != GstClockTime.max else { return nil }
        return Int64(exactly: duration)
    }

    private func runningTime(_ time: GstClockTime) -> Int64? {
        guard time != GstClockTime.max, let segment = gst_sample_get_segment(sample) else { return nil }
        var running: guint64 = 0
        let sign = gst_segment_to_running_time_full(segment, GST_FORMAT_TIME, time, &running)
        guard sign != 0, let magnitude = Int64(exactly: running) else { return nil }
        return sign > 0 ? magnitude : -magnitude
    }
}

extension ByteSlice {
    /// The bytes of a buffer in place; the buffer lives as long as any slice of it. Nil when it cannot be mapped.
    static func borrowing(_ buffer: UnsafeMutablePointer<GstBuffer>) -> ByteSlice? {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard let mapping = sluice_gst_map(buffer, &bytes, &count) else { return nil }
        guard let bytes, count > 0 else {
            sluice_gst_unmap(mapping)
            return ByteSlice(copying: [])
        }
        // Safe because a mapping may be undone on any thread, once.
        nonisolated(unsafe) let held = mapping
        return ByteSlice(ByteStorage(borrowing: bytes, count: count) { sluice_gst_unmap(held) })
    }
}
