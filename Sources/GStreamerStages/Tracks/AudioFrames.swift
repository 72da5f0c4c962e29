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

    /// The first block of the media, where a portion starts to count its blocks; nil for whole tracks.
    private var first: (ticks: Int64, count: Int64)?
    private var hasBegun = false
    /// The largest difference, in fractions of a second, that rounded times of containers cause.
    private static let roundings: Int64 = 500

    /// Whether all times but the first follow from the number of samples.
    private let isContinuous: Bool

    /// Generates audio in place of silence; nil for no change.
    private let ticks: TickGenerator?

    init(limit: Int64? = nil, isContinuous: Bool = false, ticks: TickGenerator? = nil) {
        self.limit = limit
        self.isContinuous = isContinuous
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
        let own = hasBegun && isContinuous ? nil : sample.presentationTime
        let time = hasBegun ? own : counted(own, available)
        guard count > 0, let begin = try timeline?.next(at: time, count: count) else { return }
        hasBegun = true
        total += count
        let content = content(buffer, caps, at: begin, count: Int(count), of: Int(available))
        emit(Frame(track: id, timescale: rate, presentationTicks: begin, duration: count, content: content))
    }

    mutating func anchor(_ sample: borrowing SinkSample) {
        guard let buffer = sample.buffer, let time = sample.presentationTime else { return }
        first = (TrackTimescale.ticks(time, rate), Int64(Int(gst_buffer_get_size(buffer)) / bytesPerSample))
    }

    /// The time of a block as counted from the first one of the media, which may be shorter. Containers round times, and
    /// decoders cut the first block at a rounded time.
    private func counted(_ time: Int64?, _ count: Int64) -> Int64? {
        guard let time, let first, count > 0 else { return time }
        let ticks = TrackTimescale.ticks(time, rate)
        let second = first.ticks + first.count
        guard ticks >= second else { return time }
        let exact = second + (ticks - second + count / 2) / count * count
        guard abs(exact - ticks) <= Int64(rate) / Self.roundings else { return time }
        return MediaTime(value: exact, timescale: rate).nanoseconds
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
