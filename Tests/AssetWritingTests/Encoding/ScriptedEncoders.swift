import ScriptedMedia
import AssetWriting
import Media
import Synchronization

/// Encoders that synchronously output a sample per frame, optionally delayed.
struct ScriptedEncoders: EncoderProvider {
    var maximumPassCount = 1
    /// The number of frames held back, as by a lookahead.
    var delay = 0
    /// The number of passes requested after the first one.
    var furtherPasses = 0
    var failure: AssetWriterError?
    /// The number of frames after which an encoder fails.
    var failsAfter = Int.max

    static let videoSettings = OutputSettings.video(
        VideoOutputSettings(codec: .h264, width: 640, height: 360, averageBitRate: 1_000_000))
    static let audioSettings = OutputSettings.audio(
        AudioOutputSettings(formatID: .mpeg4AAC, sampleRate: 48000, numberOfChannels: 2))

    func capabilities(for request: EncodingRequest) throws(AssetWriterError) -> EncodingCapabilities {
        if let failure { throw failure }
        return EncodingCapabilities(maximumPassCount: maximumPassCount)
    }

    func makeEncoder(
        for request: EncodingRequest, events: @escaping @Sendable (EncodingEvent) -> Void
    ) throws(AssetWriterError) -> any MediaEncoder {
        ScriptedEncoder(script: self, isVideo: request.settings.mediaType == .video, events: events)
    }

    struct Content: FrameContent { let byteCount = 1 }

    static func frames(_ count: Int64, rate: Int32, offset: Int64 = 0) -> [Frame] {
        (0..<count).map {
            Frame(
                track: Track.ID(rawValue: 9), timescale: rate, presentationTicks: $0 + offset, duration: 1,
                content: Content())
        }
    }
}

final class ScriptedEncoder: MediaEncoder {
    private struct State {
        var held: [Frame] = []
        var isAnnounced = false
        var pass = 1
        var frameCount = 0
    }

    private let script: ScriptedEncoders
    private let isVideo: Bool
    private let events: @Sendable (EncodingEvent) -> Void
    private let state = Mutex(State())

    init(script: ScriptedEncoders, isVideo: Bool, events: @escaping @Sendable (EncodingEvent) -> Void) {
        self.script = script
        self.isVideo = isVideo
        self.events = events
    }

    func encode(_ frame: Frame) {
        let out = state.withLock { state -> [Frame]? in
            state.frameCount += 1
            guard state.frameCount <= script.failsAfter else { return nil }
            state.held.append(frame)
            return state.held.count > script.delay ? [state.held.removeFirst()] : []
        }
        guard let out else { return events(.failed(AssetWriterError(.encoding, "the scripted encoder fails"))) }
        emit(out)
    }

    func endPass() {
        drain()
        let pass = state.withLock { state in
            state.pass += 1
            state.isAnnounced = false
            return state.pass
        }
        let another = pass <= script.furtherPasses + 1
        events(.passEnded(next: another ? [MediaTimeRange(start: .zero, duration: .indefinite)] : nil))
    }

    func finish() {
        drain()
        events(.ended)
    }

    func cancel() {}

    private func drain() {
        emit(
            state.withLock { state in
                defer { state.held = [] }
                return state.held
            })
    }

    private func emit(_ frames: [Frame]) {
        for frame in frames {
            let (isFirst, pass) = state.withLock { state in
                defer { state.isAnnounced = true }
                return (!state.isAnnounced, state.pass)
            }
            if isFirst { events(.track(track(frame.timescale))) }
            events(
                .sample(
                    Sample(
                        track: frame.track, timescale: frame.timescale, decodeTicks: frame.presentationTicks,
                        duration: frame.duration, flags: frame.mustBeSync || !isVideo ? .sync : .predicted,
                        // The bytes contain the pass number.
                        bytes: ByteSlice(copying: [UInt8](repeating: UInt8(pass), count: 4)))))
        }
    }

    private func track(_ timescale: Int32) -> Track {
        let format =
            isVideo
            ? Script.video(frames: 1, rate: (30, 1), syncEvery: 1).track.format
            : Script.audio(packets: 1, rate: 48000, priming: 0).track.format
        return Track(id: Track.ID(rawValue: 77), format: format, timescale: timescale)
    }
}
