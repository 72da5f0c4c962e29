import AssetWriting
import Media
import StageKit

/// Which encoder a writer's settings amount to; refuses what none of them can do.
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
                let options = try VideoEncodeOptions(settings, isRealTime: request.isRealTime)
                stage = .video(try VideoEncode(options: options))
                // Only x264 keeps what a first pass finds out.
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

    /// Starts a session for frames like `frame`, whose content says its format.
    func start(
        with frame: Frame, pass: EncodingPass, outlet: CodecOutlet<Sample>,
        report: @escaping @Sendable (Problem) -> Void
    ) async throws -> EncoderSession {
        guard let format = frame.content.format ?? request.sourceFormat else {
            throw StageError(.unsupportedMedia, "the frames do not say their format; a source format hint tells it")
        }
        guard format.mediaType == request.settings.mediaType else {
            throw StageError(
                .unsupportedMedia, "frames of \(format.mediaType.rawValue) come to an encoder of another kind")
        }
        let context = StageContext(stageName: "asset-writer", reporter: report)
        let track = Track(id: frame.track, format: format, timescale: frame.timescale)
        switch stage {
        case .video(let stage):
            return try await stage.session(for: track, nil, KeyframeRequests(), outlet, context, pass: pass)
        case .audio(let stage): return try await stage.session(for: track, nil, outlet, context)
        }
    }
}

extension VideoEncodeOptions {
    /// The options that a writer's settings stand for.
    init(_ settings: VideoOutputSettings, isRealTime: Bool) throws {
        self.init()
        guard settings.codec == .h264 else {
            throw AssetWriterError(
                .encoding, "pictures are encoded as h264; there is no encoder for '\(settings.codec?.rawValue ?? "")'")
        }
        if let width = settings.width, let height = settings.height { size = PictureSize(width: width, height: height) }
        if let rate = settings.averageBitRate {
            bitRate = BitRate(bitsPerSecond: max(10_000, min(rate, 1_000_000_000)))
            rateControl = isRealTime ? .constrained : .average
        } else {
            rateControl = .quality
        }
        if let profile = settings.profile { self.profile = try Self.profile(profile) }
        if settings.allowsFrameReordering == true, profile != .baseline, !isRealTime { bFrames = 2 }
        if isRealTime { tune = .zerolatency }
        if let frames = settings.maxKeyFrameInterval {
            // As many frames as the encoder makes of it again at the same rate.
            let rate = settings.expectedSourceFrameRate ?? 30
            maxKeyframeDistance = MediaTime(seconds: Double(frames) / rate, preferredTimescale: 1_000_000)
        }
    }

    /// A profile by its own name or as the reference has it, such as `H264_High_AutoLevel`.
    private static func profile(_ name: String) throws -> Profile {
        let words = name.lowercased()
        for profile in Profile.allCases where words.contains(profile.rawValue) { return profile }
        throw AssetWriterError(.encoding, "there is no H.264 profile '\(name)'; there are baseline, main and high")
    }
}

extension AudioEncode.Options {
    /// The options that a writer's settings stand for.
    init(_ settings: AudioOutputSettings) throws {
        self.init()
        guard settings.formatID == .mpeg4AAC else {
            throw AssetWriterError(
                .encoding, "sound is encoded as AAC; there is no encoder for '\(settings.formatID?.rawValue ?? "")'")
        }
        (rate, channels) = (settings.sampleRate, settings.numberOfChannels)
        if let channels, channels > 8 {
            throw AssetWriterError(.encoding, "AAC has at most 8 channels here, not \(channels)")
        }
        let usual = 64_000 * min(max(channels ?? 2, 1), 8)
        bitRate = BitRate(bitsPerSecond: max(8000, min(settings.encoderBitRate ?? usual, 1_024_000)))
    }
}
