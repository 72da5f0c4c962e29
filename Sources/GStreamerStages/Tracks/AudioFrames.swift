import CGStreamerLibraries
import Media
import StageKit

/// Converts uncompressed audio to frames.
struct AudioFrames: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var caps: FrameCaps?
    private var timeline: AudioBlockTimeline?
    private var rate: Int32 = 1
    private var bytesPerSample = 1

    /// The maximum number of samples; nil for no limit.
    private let limit: Int64?
    private var total: Int64 = 0

    /// Generates audio in place of silence; nil for no change.
    private let ticks: TickGenerator?

    init(limit: Int64? = nil, ticks: TickGenerator? = nil) {
        self.limit = limit
        self.ticks = ticks
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let format = caps.rawAudio, let rate = Int32(exactly: format.sampleRate),
            let width = format.sampleWidth
        else {
            throw StageError(.unsupportedMedia, "audio format not supported: \(caps.name)")
        }
        self.id = id
        self.caps = FrameCaps(caps.caps)
        self.rate = rate
        bytesPerSample = width * format.channelCount
        timeline = AudioBlockTimeline(rate: rate)
        return Track(id: id, format: .rawAudio(format), timescale: rate)
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        guard let buffer = sample.buffer, let caps else { return }
        let available = Int64(Int(gst_buffer_get_size(buffer)) / bytesPerSample)
        let count = min(available, limit.map { $0 - total } ?? available)
        guard count > 0, let begin = try timeline?.next(at: sample.presentationTime, count: count) else { return }
        total += count
        let content = content(buffer, caps, at: begin, count: Int(count), of: Int(available))
        emit(Frame(track: id, timescale: rate, presentationTicks: begin, duration: count, content: content))
    }

    mutating func finish(_ emit: (Frame) -> Void) {}

    private func content(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ caps: FrameCaps, at begin: Int64, count: Int, of available: Int
    ) -> GStreamerFrame {
        if let bytes = ticks?.block(at: begin, count: count) { return GStreamerFrame(copying: bytes, caps: caps) }
        if count == available { return GStreamerFrame(buffer: buffer, caps: caps) }
        return GStreamerFrame(prefixOf: buffer, byteCount: count * bytesPerSample, caps: caps)
    }
}
