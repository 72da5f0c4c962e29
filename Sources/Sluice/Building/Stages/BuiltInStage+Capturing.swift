// Generated from the reference of stages by Scripts/generate-stages; do not edit.
public import Media
public import StageKit

extension BuiltInStage {
    /// Values of the option `when-full`.
    public enum WhenFull: String, CaseIterable, OptionValue {
        case wait
        case dropToKeyframe = "drop-to-keyframe"
        case fail
    }

    /// Values of the option `on-loss`.
    public enum OnLoss: String, CaseIterable, OptionValue {
        case gap
        case filler
        case fail
    }

    /// `capture.audio`: Captures audio from an ALSA device.
    ///
    /// - Parameters:
    ///   - device: ALSA device name, such as default or hw:1, or the name of a card.
    ///   - rate: Sample rate in Hz. Range: 8000 to 192000.
    ///   - channels: Number of channels. Range: 1 to 8.
    ///   - duration: Capture duration; unlimited by default.
    ///   - waitForSource: Time that the run waits for the device, whatever the reason of its absence. After it, or
    ///     without it, a device that is absent at the start is an error, unless other live sources deliver. Range: 1s
    ///     to 86400s.
    ///   - whenFull: Policy when the next stage's queue is full.
    ///   - onLoss: Policy when the source fails or stalls after it has started: a gap or a filler while the source is
    ///     reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    public static func captureAudio(
        device: String? = nil,
        rate: Int? = nil,
        channels: Int? = nil,
        duration: MediaTime? = nil,
        waitForSource: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "capture.audio")
        stage.set("device", device)
        stage.set("rate", rate)
        stage.set("channels", channels)
        stage.set("duration", duration)
        stage.set("wait-for-source", waitForSource)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        return stage
    }

    /// `capture.coded-launch`: Captures the encoded streams of a GStreamer description, such as a network stream,
    /// without transcoding.
    ///
    /// - Parameters:
    ///   - launch: GStreamer source in the syntax of gst-launch-1.0, such as rtspsrc location=rtsp://camera/stream;
    ///     every open pad is a stream. A parameter inside it remains a single property value; a parameter can contain
    ///     elements only if it is the whole description.
    ///   - tracks: Streams to capture: all, or a comma-separated list of kinds (video, audio, text), kinds with a
    ///     language (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a
    ///     transport stream, otherwise the stream's position from 1), with optional exclusions (all except text).
    ///     angles adds the other pictures of the video, such as those of further cameras (all,angles). A number or
    ///     language without a matching track is an error.
    ///   - live: Whether the source is live; other sources are read as fast as possible.
    ///   - duration: Capture duration; unlimited by default.
    ///   - waitForSource: Time that the run waits for the first data of the source, whatever the reason of its absence;
    ///     it is opened repeatedly. Without it, sources that listen for a sender (udpsrc, srtsrc in listener mode,
    ///     tcpserversrc, ristsrc) have no limit; for others, an error at the start or 5 s without data end the run,
    ///     unless other live sources deliver. Range: 1s to 86400s.
    ///   - whenFull: Policy when the next stage's queue is full. Applies to live sources.
    ///   - onLoss: Policy when the source fails or stalls after it has started: a gap or a filler while the source is
    ///     reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    ///   - slate: Image of the filler: a colour such as #102030, black, or the path of an image file.
    public static func captureCodedLaunch(
        launch: String,
        tracks: TrackSelection? = nil,
        live: Bool? = nil,
        duration: MediaTime? = nil,
        waitForSource: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil,
        slate: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "capture.coded-launch")
        stage.set("launch", launch)
        stage.set("tracks", tracks)
        stage.set("live", live)
        stage.set("duration", duration)
        stage.set("wait-for-source", waitForSource)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        stage.set("slate", slate)
        return stage
    }

    /// `capture.coded-video`: Captures H.264 from a Video4Linux device with a built-in encoder, without transcoding.
    ///
    /// - Parameters:
    ///   - device: Device file, or the name shown by sluice devices.
    ///   - size: Width and height in pixels; without it, the device's default.
    ///   - rate: Frame rate in frames per second; without it, the device's default.
    ///   - duration: Capture duration; unlimited by default.
    ///   - waitForSource: Time that the run waits for the device, whatever the reason of its absence. After it, or
    ///     without it, a device that is absent at the start is an error, unless other live sources deliver. Range: 1s
    ///     to 86400s.
    ///   - whenFull: Policy when the next stage's queue is full.
    ///   - onLoss: Policy when the source fails or stalls after it has started: a gap or a filler while the source is
    ///     reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    public static func captureCodedVideo(
        device: String? = nil,
        size: PixelSize? = nil,
        rate: Ratio? = nil,
        duration: MediaTime? = nil,
        waitForSource: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "capture.coded-video")
        stage.set("device", device)
        stage.set("size", size)
        stage.set("rate", rate)
        stage.set("duration", duration)
        stage.set("wait-for-source", waitForSource)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        return stage
    }

    /// `capture.launch`: Captures and decodes a GStreamer description, such as a network stream.
    ///
    /// - Parameters:
    ///   - launch: GStreamer source in the syntax of gst-launch-1.0, such as rtspsrc location=rtsp://camera/stream;
    ///     every open pad is a stream. A parameter inside it remains a single property value; a parameter can contain
    ///     elements only if it is the whole description.
    ///   - tracks: Streams to capture: all, or a comma-separated list of kinds (video, audio, text), kinds with a
    ///     language (audio:de; audio:und for none) and numbers (track_ID of MP4, track number of Matroska, PID of a
    ///     transport stream, otherwise the stream's position from 1), with optional exclusions (all except text).
    ///     angles adds the other pictures of the video, such as those of further cameras (all,angles). A number or
    ///     language without a matching track is an error.
    ///   - live: Whether the source is live; other sources are read as fast as possible.
    ///   - duration: Capture duration; unlimited by default.
    ///   - waitForSource: Time that the run waits for the first data of the source, whatever the reason of its absence;
    ///     it is opened repeatedly. Without it, sources that listen for a sender (udpsrc, srtsrc in listener mode,
    ///     tcpserversrc, ristsrc) have no limit; for others, an error at the start or 5 s without data end the run,
    ///     unless other live sources deliver. Range: 1s to 86400s.
    ///   - whenFull: Policy when the next stage's queue is full. Applies to live sources.
    ///   - onLoss: Policy when the source fails or stalls after it has started: a gap or a filler while the source is
    ///     reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    ///   - slate: Image of the filler: a colour such as #102030, black, or the path of an image file.
    public static func captureLaunch(
        launch: String,
        tracks: TrackSelection? = nil,
        live: Bool? = nil,
        duration: MediaTime? = nil,
        waitForSource: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil,
        slate: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "capture.launch")
        stage.set("launch", launch)
        stage.set("tracks", tracks)
        stage.set("live", live)
        stage.set("duration", duration)
        stage.set("wait-for-source", waitForSource)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        stage.set("slate", slate)
        return stage
    }

    /// Values of the option `format` of `capture.video`.
    public enum CaptureVideoFormat: String, CaseIterable, OptionValue {
        case auto
        case raw
        case mjpeg
        case h264
    }

    /// `capture.video`: Captures video from a Video4Linux device.
    ///
    /// - Parameters:
    ///   - device: Device file, or the name shown by sluice devices.
    ///   - size: Width and height in pixels; without it, the device's default.
    ///   - rate: Frame rate in frames per second; without it, the device's default.
    ///   - format: Format requested from the device; mjpeg and h264 are decoded.
    ///   - duration: Capture duration; unlimited by default.
    ///   - waitForSource: Time that the run waits for the device, whatever the reason of its absence. After it, or
    ///     without it, a device that is absent at the start is an error, unless other live sources deliver. Range: 1s
    ///     to 86400s.
    ///   - whenFull: Policy when the next stage's queue is full.
    ///   - onLoss: Policy when the source fails or stalls after it has started: a gap or a filler while the source is
    ///     reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    ///   - slate: Image of the filler: a colour such as #102030, black, or the path of an image file.
    public static func captureVideo(
        device: String? = nil,
        size: PixelSize? = nil,
        rate: Ratio? = nil,
        format: CaptureVideoFormat? = nil,
        duration: MediaTime? = nil,
        waitForSource: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil,
        slate: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "capture.video")
        stage.set("device", device)
        stage.set("size", size)
        stage.set("rate", rate)
        stage.set("format", format)
        stage.set("duration", duration)
        stage.set("wait-for-source", waitForSource)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        stage.set("slate", slate)
        return stage
    }

    /// Values of the option `wave` of `test.audio`.
    public enum TestAudioWave: String, CaseIterable, OptionValue {
        case sine
        case square
        case saw
        case silence
        case whiteNoise = "white-noise"
        case ticks
    }

    /// `test.audio`: Generates a test tone, noise, silence, or a tick at each second.
    ///
    /// - Parameters:
    ///   - wave: Signal to generate.
    ///   - frequency: Frequency of the tone in Hz. Range: 1 to 20000.
    ///   - volume: Volume in percent of full scale. Range: 0 to 100.
    ///   - rate: Sample rate in Hz. Range: 8000 to 192000.
    ///   - channels: Number of channels. Range: 1 to 8.
    ///   - live: Whether audio is generated in real time, as by a microphone.
    ///   - duration: Duration to generate; unlimited by default.
    ///   - whenFull: Policy when the next stage's queue is full.
    ///   - onLoss: With live: Policy when the source fails or stalls after it has started: a gap or a filler while the
    ///     source is reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    public static func testAudio(
        wave: TestAudioWave? = nil,
        frequency: Int? = nil,
        volume: Int? = nil,
        rate: Int? = nil,
        channels: Int? = nil,
        live: Bool? = nil,
        duration: MediaTime? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "test.audio")
        stage.set("wave", wave)
        stage.set("frequency", frequency)
        stage.set("volume", volume)
        stage.set("rate", rate)
        stage.set("channels", channels)
        stage.set("live", live)
        stage.set("duration", duration)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        return stage
    }

    /// Values of the option `pattern` of `test.video`.
    public enum TestVideoPattern: String, CaseIterable, OptionValue {
        case smpte
        case ball
        case snow
        case black
        case white
        case flash
    }

    /// `test.video`: Generates test video with a burned-in time code.
    ///
    /// - Parameters:
    ///   - pattern: Image to generate.
    ///   - size: Width and height in pixels.
    ///   - rate: Frame rate in frames per second.
    ///   - live: Whether frames are generated in real time, as by a camera.
    ///   - duration: Duration to generate; unlimited by default.
    ///   - timeCode: Whether the time is burned into the frames.
    ///   - whenFull: Policy when the next stage's queue is full.
    ///   - onLoss: With live: Policy when the source fails or stalls after it has started: a gap or a filler while the
    ///     source is reopened, or the end of the run.
    ///   - lostAfter: Inactivity timeout. A source that delivers nothing for this long is reopened; with short segments
    ///     the gap or filler starts earlier. Range: 500ms to 60s.
    ///   - slate: Image of the filler: a colour such as #102030, black, or the path of an image file.
    public static func testVideo(
        pattern: TestVideoPattern? = nil,
        size: PixelSize? = nil,
        rate: Ratio? = nil,
        live: Bool? = nil,
        duration: MediaTime? = nil,
        timeCode: Bool? = nil,
        whenFull: WhenFull? = nil,
        onLoss: OnLoss? = nil,
        lostAfter: MediaTime? = nil,
        slate: String? = nil
    ) -> BuiltInStage {
        var stage = BuiltInStage(kind: "test.video")
        stage.set("pattern", pattern)
        stage.set("size", size)
        stage.set("rate", rate)
        stage.set("live", live)
        stage.set("duration", duration)
        stage.set("time-code", timeCode)
        stage.set("when-full", whenFull)
        stage.set("on-loss", onLoss)
        stage.set("lost-after", lostAfter)
        stage.set("slate", slate)
        return stage
    }
}
