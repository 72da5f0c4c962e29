import AssetWriting
import Media
import StageKit

/// The elements that decode a track's samples to the requested frames.
struct DecodingPlan: Sendable {
    private let request: DecodingRequest
    private let caps: FrameCaps

    init(_ request: DecodingRequest) throws(AssetReaderError) {
        do { caps = try DecoderInput(request.track).caps } catch { throw AssetReaderError(.decoding, error.message) }
        self.request = request
    }

    /// Starts a session. Frames and their track are sent to `outlet`; `damage` measures the data that the decoder
    /// loses.
    func start(_ outlet: CodecOutlet<Frame>, damage: DamageMonitor? = nil) async throws -> DecoderSession {
        let session = try DecoderSession(
            caps, conversion: try conversion(), start: request.range.start, output: outlet,
            context: StageContext(stageName: "asset-reader"), damage: damage)
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
    func clipped(_ frame: Frame) -> Frame? { frame.clipped(to: request.range.end) }

    private func conversion() throws(StageError) -> String {
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
