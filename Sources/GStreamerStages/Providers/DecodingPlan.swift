import AssetWriting
import Media
import StageKit

/// The elements that decode a track's samples to the requested frames.
struct DecodingPlan: Sendable {
    private let request: DecodingRequest
    private let coded: String

    init(_ request: DecodingRequest) throws(AssetReaderError) {
        guard let coded = request.track.codedCaps else {
            throw AssetReaderError(.decoding, "no decoder is known for \(request.track.codecName)")
        }
        self.request = request
        self.coded = coded
    }

    /// Starts a session. Frames and their track are sent to `outlet`; `damage` measures the data that the decoder
    /// loses.
    func start(_ outlet: CodecOutlet<Frame>, damage: DamageMonitor? = nil) async throws -> DecoderSession {
        guard let caps = FrameCaps(text: coded) else {
            throw StageError(.unsupportedMedia, "the format of \(request.track.codecName) has no GStreamer caps")
        }
        let session = try DecoderSession(
            "appsrc name=in handle-segment-change=true ! decodebin ! \(try outputElements()) ! appsink name=out sync=false async=false max-buffers=4",
            caps: caps, start: request.range.start, outlet: outlet, damage: damage)
        switch request.settings {
        case .video:
            let frames = VideoFrames(
                timescale: request.track.timescale, mendsTimes: damage != nil,
                whenLeftOut: { count in
                    damage?.onlyStream?.setLeftOut(count)
                })
            try await session.start(request.track.id, frames)
        case .audio: try await session.start(request.track.id, AudioFrames())
        }
        return session
    }

    /// The part of the frame before the end of the requested range; nil if there is none.
    func clipped(_ frame: Frame) -> Frame? {
        guard !request.range.end.isIndefinite else { return frame }
        let length = request.range.end.ticks(at: frame.timescale) - frame.presentationTicks
        guard length > 0 else { return nil }
        guard frame.duration > length else { return frame }
        var result = frame
        result.duration = length
        if case .audio = request.settings, let content = frame.content as? GStreamerFrame {
            let bytesPerTick = content.byteCount / Int(frame.duration)
            result.content = GStreamerFrame(
                prefixOf: content.buffer, byteCount: bytesPerTick * Int(length), caps: content.caps)
        }
        return result
    }

    private func outputElements() throws(StageError) -> String {
        switch request.settings {
        case .video(let settings):
            var caps = "video/x-raw,format=\(try format(settings))"
            guard let width = settings.width, let height = settings.height else { return "videoconvert ! \(caps)" }
            caps += ",width=\(width),height=\(height),pixel-aspect-ratio=1/1"
            return "videoconvert ! videoscale ! \(caps)"
        case .audio(let settings):
            let format = settings.sampleFormat ?? "(string){F32LE,S16LE}"
            var caps = "audio/x-raw,format=\(format),layout=interleaved"
            if let rate = settings.sampleRate { caps += ",rate=\(rate)" }
            if let channels = settings.numberOfChannels { caps += ",channels=\(channels)" }
            return "audioconvert ! audioresample ! \(caps)"
        }
    }

    private func format(_ settings: VideoFrameSettings) throws(StageError) -> String {
        guard let format = settings.pixelFormat else { return "(string){I420,NV12}" }
        guard format.rawValue.isPlainName else {
            throw StageError(.invalidOptions, "'\(format.rawValue)' is not a pixel format")
        }
        return format.rawValue
    }
}

extension Track {
    /// The sample entry code, for messages.
    fileprivate var codecName: String {
        switch format {
        case .codedVideo(let format): "'\(format.configuration.sampleEntryCode)'"
        case .codedAudio(let format): "'\(format.configuration.sampleEntryCode)'"
        default: "uncompressed media"
        }
    }
}
