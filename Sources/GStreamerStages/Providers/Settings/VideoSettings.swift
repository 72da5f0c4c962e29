import AssetWriting
import Media
import StageKit

// Conversion of a writer's video settings to options of `video.encode`. Errors for unsupported settings name their key.

extension VideoEncodeOptions {
    /// The default keyframe interval of movies in frames; also the default of x264 and x265.
    private static let defaultKeyframeInterval = 250

    /// The options that correspond to a writer's settings.
    init(_ settings: VideoOutputSettings, of request: EncodingRequest) throws {
        self.init()
        codec = try settings.encodingCodec()
        size = try settings.evenSize()
        guard !codec.isIntraOnly else {
            try setIntraOnly(settings, request)
            return
        }
        if let rate = settings.averageBitRate {
            guard (10_000...1_000_000_000).contains(rate) else {
                throw unsupportedSetting(
                    "averageBitRate (AVVideoAverageBitRateKey) is \(rate); the range is 10000 to 1000000000")
            }
            bitRate = BitRate(bitsPerSecond: rate)
            rateControl = request.isRealTime ? .constrained : .average
        } else {
            rateControl = .quality
        }
        profile = try settings.encodingProfile(of: codec)
        // AV1 reorders frames within samples.
        let mayReorder = settings.allowsFrameReordering == true && profile != .baseline && codec != .av1
        if mayReorder, !request.isRealTime { bFrames = 2 }
        if request.isRealTime { tune = .zerolatency }
        try setSyncSamples(settings, request.syncInterval)
    }

    /// Applies the settings of ProRes and JPEG, whose data rates follow from the codec and the quality.
    private mutating func setIntraOnly(_ settings: VideoOutputSettings, _ request: EncodingRequest) throws {
        let name = settings.codec?.rawValue ?? ""
        if let rate = settings.averageBitRate {
            throw unsupportedSetting(
                "averageBitRate (AVVideoAverageBitRateKey) is \(rate); codec '\(name)' has no bit rate setting")
        }
        if let profile = settings.profile {
            throw unsupportedSetting(
                "profile (AVVideoProfileLevelKey) is '\(profile)'; codec '\(name)' has no profile setting")
        }
        guard request.syncInterval == nil else {
            throw unsupportedSetting(
                "codec (AVVideoCodecKey) is '\(name)', which segments do not carry; write a QuickTime movie, or use avc1, "
                    + "hvc1 or av01")
        }
        rateControl = .quality
        profile = settings.proResProfile.flatMap { VideoEncodeOptions.Profile(rawValue: $0.rawValue) }
    }

    private mutating func setSyncSamples(_ settings: VideoOutputSettings, _ interval: MediaTime?) throws {
        maxKeyframeFrames = settings.maxKeyFrameInterval
        guard let interval else {
            maxKeyframeFrames = maxKeyframeFrames ?? Self.defaultKeyframeInterval
            return
        }
        guard try !VideoEncoderTable.choose(self, for: size).canBeForced else { return }
        maxKeyframeDistance = interval
        guard let size, let rate = settings.expectedFrameRate else { return }
        // Frames may declare another rate; it is checked when they arrive.
        let expected = RawVideoFormat(pixelFormat: "I420", size: size, nominalFrameRate: rate)
        do {
            _ = try VideoEncoderElement(options: self, input: expected, pass: .only).description()
        } catch {
            throw unsupportedSetting("codec (AVVideoCodecKey) is \(settings.codec?.rawValue ?? ""): \(error)")
        }
    }
}

extension VideoOutputSettings {
    /// `AVVideoExpectedSourceFrameRateKey` as a ratio; nil if it is unknown or invalid.
    var expectedFrameRate: Ratio? {
        guard let rate = expectedSourceFrameRate, rate > 0, rate <= 1000 else { return nil }
        if rate == rate.rounded() { return Ratio(Int32(rate)) }
        // NTSC frame rates are multiples of 1000/1001.
        let thousands = (rate * 1001).rounded()
        let isBroadcast = thousands.truncatingRemainder(dividingBy: 1000) == 0 && abs(thousands / 1001 - rate) < 1e-3
        return isBroadcast ? Ratio(Int32(thousands), 1001) : Ratio(Int32((rate * 1000).rounded()), 1000)
    }

    fileprivate func encodingCodec() throws -> VideoEncodeOptions.Codec {
        switch codec?.rawValue {
        case "avc1", "avc3": return .h264
        case "hvc1", "hev1": return .hevc
        case "av01": return .av1
        case "jpeg": return .jpeg
        case _ where proResProfile != nil: return .prores
        default:
            let others = ProResProfile.allCases.map(\.code.description).joined(separator: ", ")
            throw unsupportedSetting(
                "codec (AVVideoCodecKey) is '\(codec?.rawValue ?? "")'; supported codecs are avc1, hvc1 and av01, and in "
                    + "movies jpeg, \(others)")
        }
    }

    /// The profile of a ProRes codec; nil for other codecs.
    fileprivate var proResProfile: ProResProfile? {
        ProResProfile.allCases.first { $0.code.description == codec?.rawValue }
    }

    fileprivate func evenSize() throws -> PixelSize? {
        for (value, key) in [(width, "width (AVVideoWidthKey)"), (height, "height (AVVideoHeightKey)")] {
            if let value, value % 2 != 0 { throw unsupportedSetting("\(key) is \(value); it must be even") }
        }
        guard let width, let height else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// The profile by its name or by AVFoundation's name, such as `H264_High_AutoLevel`.
    fileprivate func encodingProfile(of codec: VideoEncodeOptions.Codec) throws -> VideoEncodeOptions.Profile? {
        guard let profile else { return nil }
        let words = profile.lowercased().split(separator: "_").map(String.init)
        let found = codec.profiles.first { words.contains($0.rawValue) || words.contains("constrained\($0.rawValue)") }
        guard let found else {
            throw unsupportedSetting(
                "profile (AVVideoProfileLevelKey) is '\(profile)'; \(self.codec?.rawValue ?? "") supports "
                    + codec.profiles.map(\.rawValue).joined(separator: ", "))
        }
        return found
    }
}

/// The error for a setting that no encoder supports.
func unsupportedSetting(_ message: String) -> AssetWriterError { AssetWriterError(.encoding, message) }
