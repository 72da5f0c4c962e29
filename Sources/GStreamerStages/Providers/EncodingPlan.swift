import AssetWriting
import Media
import StageKit

/// The encoder for a writer's settings. Throws if no encoder supports them.
struct EncodingPlan: Sendable {
    private enum Stage: Sendable {
        case video(VideoEncode)
        case audio(AudioEncode)
    }

    let request: EncodingRequest
    let passCount: Int
    private let stage: Stage

    init(_ request: EncodingRequest) throws(AssetWriterError) {
        self.request = request
        do {
            switch request.settings {
            case .video(let settings):
                let options = try VideoEncodeOptions(settings, of: request)
                stage = .video(try VideoEncode(options: options))
                // Only x264 stores statistics in a first pass.
                let isPossible =
                    try request.performsMultiplePasses && settings.codec == .h264 && GStreamerLibrary.has("x264enc")
                passCount = isPossible && settings.averageBitRate != nil ? 2 : 1
            case .audio(let settings):
                stage = .audio(try AudioEncode(options: AudioEncode.Options(settings)))
                passCount = 1
            }
        } catch {
            throw (error as? AssetWriterError) ?? AssetWriterError(.encoding, "\(error)")
        }
    }

    var isVideo: Bool { request.settings.mediaType == .video }

    /// Starts a session for frames with the format of `frame`.
    func start(
        with frame: Frame, pass: EncodingPass, outlet: CodecOutlet<Sample>,
        report: @escaping @Sendable (Problem) -> Void
    ) async throws -> SingleTrackEncoder {
        guard let format = frame.content.format.map(completed) ?? request.sourceFormat else {
            throw StageError(.unsupportedMedia, "the frames do not declare their format; set a source format hint")
        }
        guard format.mediaType == request.settings.mediaType else {
            throw StageError(
                .unsupportedMedia, "an encoder received frames of another media type: \(format.mediaType.rawValue)")
        }
        let context = StageContext(stageName: "asset-writer", reporter: report)
        let track = Track(id: frame.track, format: format, timescale: frame.timescale)
        switch stage {
        case .video(let stage):
            return try await stage.session(for: track, nil, KeyframeRequests(), outlet, context, pass: pass)
        case .audio(let stage): return try await stage.session(for: track, nil, outlet, context)
        }
    }

    /// The format with the settings' expected frame rate, if the frames do not declare one.
    private func completed(_ format: MediaFormat) -> MediaFormat {
        guard case .rawVideo(var pictures) = format, case .video(let settings) = request.settings,
            pictures.nominalFrameRate == nil
        else { return format }
        pictures.nominalFrameRate = settings.expectedFrameRate
        return .rawVideo(pictures)
    }
}
