import CGStreamer
import CGStreamerLibraries
import Media

/// A buffer delivered by an appsink, with the segment that its times refer to.
struct SinkSample: ~Copyable {
    private let sample: OpaquePointer
    /// The time that the sample's times are relative to.
    var origin = TimeOrigin.segment
    /// The offset added to the sample's times, in nanoseconds.
    var shift: Int64 = 0
    /// The codec delay that the container declares for the track and that its times do not include, in nanoseconds.
    var codecDelay: Int64 = 0
    /// Whether all tracks share one time origin, so that segments do not define the start of a track.
    var sharesOrigin = false

    /// Takes ownership of the reference.
    init(_ sample: OpaquePointer) { self.sample = sample }
    deinit { sluice_gst_mini_unref(UnsafeMutableRawPointer(sample)) }

    /// The buffer; valid during the lifetime of this sample.
    var buffer: UnsafeMutablePointer<GstBuffer>? { gst_sample_get_buffer(sample) }
    var caps: UnsafeMutablePointer<GstCaps>? { gst_sample_get_caps(sample) }

    /// The presentation time in nanoseconds; may be negative.
    var presentationTime: Int64? { buffer.flatMap { time($0.pointee.pts) } }
    /// The decode time in nanoseconds; may be negative.
    var decodeTime: Int64? { buffer.flatMap { time($0.pointee.dts) } }
    /// The buffer's presentation timestamp, independent of the segment.
    var timestamp: Int64? { buffer.flatMap { Int64(exactly: $0.pointee.pts) } }
    /// The duration in nanoseconds.
    var duration: Int64? {
        guard let duration = buffer?.pointee.duration, duration != GstClockTime.max else { return nil }
        return Int64(exactly: duration)
    }

    /// The numbers of PCM samples at the start and at the end of the packet that are not presented.
    var clipping: (start: Int64, end: Int64) {
        var (start, end): (guint64, guint64) = (0, 0)
        guard let buffer, sluice_gst_buffer_clipping(buffer, &start, &end) else { return (0, 0) }
        return (Int64(clamping: start), Int64(clamping: end))
    }

    private func time(_ time: GstClockTime) -> Int64? {
        switch origin {
        case .segment: runningTime(time).map { $0 &+ shift }
        case .stream: streamTime(time).map { $0 &+ shift }
        case .timestamp(let origin): Int64(exactly: time).map { $0 &- origin &+ shift }
        }
    }

    /// The presentation time in the stream, which does not depend on seeks; nil without a timestamp.
    private func streamTime(_ time: GstClockTime) -> Int64? {
        guard time != GstClockTime.max, let segment = gst_sample_get_segment(sample) else { return nil }
        var result: Int64 = 0
        return sluice_gst_stream_time(segment, time, &result) ? result : nil
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
    /// Returns the bytes of a buffer without copying them; slices retain the buffer. Nil if the buffer cannot be
    /// mapped.
    static func borrowing(_ buffer: UnsafeMutablePointer<GstBuffer>) -> ByteSlice? {
        var bytes: UnsafePointer<UInt8>?
        var count = 0
        guard let mapping = sluice_gst_map(buffer, &bytes, &count) else { return nil }
        guard let bytes, count > 0 else {
            sluice_gst_unmap(mapping)
            return ByteSlice(copying: [])
        }
        // Safe because a mapping may be released on any thread, once.
        nonisolated(unsafe) let held = mapping
        return ByteSlice(ByteStorage(borrowing: bytes, count: count) { sluice_gst_unmap(held) })
    }
}
