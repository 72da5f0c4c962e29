import Media
import StageKit

/// Uncompressed pictures as frames.
struct PictureFrames: TrackConverter {
    private var id = Track.ID(rawValue: 0)
    private var caps: FrameCaps?
    private var timeline: PictureTimeline?
    /// Runs after each buffer, on the thread that made it.
    var afterEach: (@Sendable () -> Void)?

    init(afterEach: (@Sendable () -> Void)? = nil) { self.afterEach = afterEach }

    mutating func track(_ id: Track.ID, _ caps: CapsFields) throws(StageError) -> Track {
        guard let size = caps.size, let pixelFormat = caps.string("format") else {
            throw StageError(.unsupportedMedia, "pictures come as \(caps.name) without a size or a pixel format")
        }
        let rate = caps.ratio("framerate")
        let format = RawVideoFormat(
            pixelFormat: pixelFormat, size: size, pixelAspect: caps.pixelAspect, colour: caps.colour,
            nominalFrameRate: rate)
        let track = Track(id: id, format: .rawVideo(format), timescale: TrackTimescale.video(rate))
        self.id = id
        self.caps = FrameCaps(caps.caps)
        if timeline == nil { timeline = PictureTimeline(timescale: track.timescale, rate: rate) }
        return track
    }

    mutating func convert(_ sample: borrowing SinkSample, _ emit: (Frame) -> Void) throws(StageError) {
        guard let buffer = sample.buffer, let caps else { return }
        let content = GStreamerFrame(buffer: buffer, caps: caps)
        let ready = try timeline?.next(
            at: sample.presentationTime, duration: sample.duration, content, track: id)
        afterEach?()
        if let ready { emit(ready) }
    }

    mutating func finish(_ emit: (Frame) -> Void) throws(StageError) {
        if let last = timeline?.finish(track: id) { emit(last) }
        timeline = nil
    }
}
