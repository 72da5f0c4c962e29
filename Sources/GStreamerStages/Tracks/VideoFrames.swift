import Media
import StageKit

/// Uncompressed pictures as frames.
struct VideoFrames: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var caps: FrameCaps?
    private var timeline: VideoFrameTimeline?
    /// Runs after each buffer, on the thread that made it.
    var afterEach: (@Sendable () -> Void)?

    /// The track's ticks; nil for what the rate suggests.
    private let timescale: Int32?
    private let isLive: Bool
    private let correctsTimes: Bool
    /// Is told how many pictures have been left out, each time that one is.
    private let whenLeftOut: @Sendable (Int) -> Void

    init(
        timescale: Int32? = nil, isLive: Bool = false, mendsTimes: Bool = false,
        afterEach: (@Sendable () -> Void)? = nil,
        whenLeftOut: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.timescale = timescale
        self.isLive = isLive
        self.correctsTimes = mendsTimes
        self.whenLeftOut = whenLeftOut
        self.afterEach = afterEach
    }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let format = caps.rawVideo else {
            throw StageError(.unsupportedMedia, "pictures come as \(caps.name) without a size or a pixel format")
        }
        let rate = format.nominalFrameRate
        let track = Track(
            id: id, format: .rawVideo(format), timescale: timescale ?? TrackTimescale.video(rate))
        self.id = id
        self.caps = FrameCaps(caps.caps)
        if timeline == nil {
            timeline = VideoFrameTimeline(
                timescale: track.timescale, rate: rate, isLive: isLive, mendsTimes: correctsTimes)
        }
        return track
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        guard let buffer = sample.buffer, let caps else { return }
        let content = GStreamerFrame(buffer: buffer, caps: caps)
        let leftOut = timeline?.leftOut
        let ready = try timeline?.next(
            at: sample.presentationTime, duration: sample.duration, content, track: id)
        if let now = timeline?.leftOut, now != leftOut { whenLeftOut(now) }
        afterEach?()
        if let ready { emit(ready) }
    }

    mutating func finish(_ emit: (Frame) -> Void) throws(StageError) {
        if let last = timeline?.finish(track: id) { emit(last) }
        timeline = nil
    }
}
