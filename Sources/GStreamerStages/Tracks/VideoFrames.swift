import CGStreamer
import CGStreamerLibraries
import Media
import StageKit

/// Converts uncompressed video to frames.
struct VideoFrames: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var caps: FrameCaps?
    private var timeline: VideoFrameTimeline?
    /// The timeline of the newest format.
    private var nextTimeline: VideoFrameTimeline?
    private var reserve = FrameReserve()
    /// Called after each buffer, on the thread that produced it.
    var afterEach: (@Sendable () -> Void)?

    /// The timescale of the track; nil to derive it from the frame rate.
    private let timescale: Int32?
    private let isLive: Bool
    private let correctsTimes: Bool
    /// The number of samples with a time in nanoseconds.
    private let sampleCount: @Sendable (Int64) -> Int
    /// Called with the number of dropped frames so far whenever a frame is dropped.
    private let whenLeftOut: @Sendable (Int) -> Void

    init(
        timescale: Int32? = nil, isLive: Bool = false, mendsTimes: Bool = false,
        afterEach: (@Sendable () -> Void)? = nil, sampleCount: @escaping @Sendable (Int64) -> Int = { _ in 1 },
        whenLeftOut: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.timescale = timescale
        self.isLive = isLive
        self.correctsTimes = mendsTimes
        self.sampleCount = sampleCount
        self.whenLeftOut = whenLeftOut
        self.afterEach = afterEach
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let format = caps.rawVideo else {
            throw StageError(.unsupportedMedia, "video as \(caps.name) has no size or no pixel format")
        }
        let rate = format.nominalFrameRate
        let track = Track(
            id: id, format: .rawVideo(format), timescale: timescale ?? TrackTimescale.video(rate))
        self.id = id
        self.caps = FrameCaps(caps.caps)
        let next = VideoFrameTimeline(
            timescale: track.timescale, rate: rate, isLive: isLive, mendsTimes: correctsTimes, sampleCount: sampleCount)
        // The frames before a change of format are finished first.
        if timeline == nil { timeline = next }
        nextTimeline = next
        return track
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        guard let buffer = sample.buffer, let caps else { return }
        if reserve.addFrame() { sluice_gst_buffer_leave_pool(buffer) }
        let content = GStreamerFrame(buffer: buffer, caps: caps, reserve: reserve.count)
        let leftOut = timeline?.leftOut
        let ready =
            try timeline?.next(
                at: sample.presentationTime, duration: sample.duration, content, track: id) ?? []
        if let now = timeline?.leftOut, now != leftOut { whenLeftOut(now) }
        afterEach?()
        for frame in ready { emit(frame) }
    }

    mutating func finish(_ emit: (Frame) -> Void) throws(StageError) {
        for frame in timeline?.finish(track: id) ?? [] { emit(frame) }
        // A track that changes its format continues.
        timeline = nextTimeline
    }
}
