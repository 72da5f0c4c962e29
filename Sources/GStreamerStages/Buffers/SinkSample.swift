import CGStreamer
import CGStreamerLibraries
import Media

/// One buffer as an appsink gives it, with the segment that its times belong to.
struct SinkSample: ~Copyable {
    private let sample: OpaquePointer
    /// What its times count from.
    var origin = TimeOrigin.segment
    /// What is added to them, in nanoseconds.
    var shift: Int64 = 0
    /// The codec delay of its track that the container declares and its times do not contain, in nanoseconds.
    var codecDelay: Int64 = 0
    /// Whether tracks count from a time that they share, so that segments do not say where one begins.
    var sharesOrigin = false

    /// Takes over the caller's reference.
    init(_ sample: OpaquePointer) { self.sample = sample }
    deinit { sluice_gst_mini_unref(UnsafeMutableRawPointer(sample)) }

    /// The buffer, borrowed for as long as this sample lives.
    var buffer: UnsafeMutablePointer<GstBuffer>? { gst_sample_get_buffer(sample) }
    var caps: UnsafeMutablePointer<GstCaps>? { gst_sample_get_caps(sample) }

    /// When it is presented, in nanoseconds, signed.
    var presentationTime: Int64? { buffer.flatMap { time($0.pointee.pts) } }
    /// When it is decoded, in nanoseconds, signed.
    var decodeTime: Int64? { buffer.flatMap { time($0.pointee.dts) } }
    /// Its own presentation time, whatever the segment says.
    var timestamp: Int64? { buffer.flatMap { Int64(exactly: $0.pointee.pts) } }
    /// How long it lasts, in nanoseconds.
    var duration: Int64? {
        guard let duration = buffer?.pointee.duration, duration != GstClockTime.max else { return nil }
        return Int64(exactly: duration)
    }

    /// The samples at the beginning and at the end of the packet that are not to be heard.
    var clipping: (start: Int64, end: Int64) {
        var (start, end): (guint64, guint64) = (0, 0)
        guard let buffer, sluice_gst_buffer_clipping(buffer, &start, &end) else { return (0, 0) }
        return (Int64(clamping: start), Int64(clamping: end))
    }

    private func time(_ time: GstClockTime) -> Int64? {
        switch origin {
        case .segment: runningTime(time).map { $0 &+ shift }
        case .timestamp(let origin): Int64(exactly: time).map { $0 &- origin &+ shift }
        }
    }

    private func runningTime(_ time: GstClockTime) -> Int64? {
        guard time != GstClockTime.max, let segment = gst_sample_get_segment(sample) else { return nil }
        var running: guint64 = 0
        let sign = gst_segment_to_running_time_full(segment, GST_FORMAT_TIME, time, &running)
        guard sign != 0, let magnitude = Int64(exactly: running) else { return nil }
        return sign > 0 ? magnitude : -magnitude
    }
}

/// What the times of a track count from.
enum TimeOrigin: Sendable {
    /// The segment says it: running time, with edit lists honoured.
    case segment
    /// A time stamp that all tracks of a file share, in nanoseconds.
    case timestamp(Int64)
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
