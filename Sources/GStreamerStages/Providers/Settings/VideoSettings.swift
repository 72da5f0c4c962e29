import AssetWriting
import Media
import StageKit

// What a writer's settings for pictures mean to `video.encode`; what no encoder can do is refused by its key.

extension VideoEncodeOptions {
    /// How many frames sync samples are apart in movies when nobody says; what x264 and x265 have by themselves.
    private static let usualKeyframeFrames = 250

    /// The options that a writer's settings stand for.
    init(_ settings: VideoOutputSettings, of request: EncodingRequest) throws {
        self.init()
        codec = try settings.encodingCodec()
        size = try settings.evenSize()
        if let rate = settings.averageBitRate {
            guard (10_000...1_000_000_000).contains(rate) else {
                throw refusal("averageBitRate (AVVideoAverageBitRateKey) is \(rate); 10000 to 1000000000 is possible")
            }
            bitRate = BitRate(bitsPerSecond: rate)
            rateControl = request.isRealTime ? .constrained : .average
        } else {
            rateControl = .quality
        }
        profile = try settings.encodingProfile(of: codec)
        // AV1 orders its frames inside its samples.
        let mayReorder = settings.allowsFrameReordering == true && profile != .baseline && codec != .av1
        if mayReorder, !request.isRealTime { bFrames = 2 }
        if request.isRealTime { tune = .zerolatency }
        try setSyncSamples(settings, request.syncInterval)
    }

    private mutating func setSyncSamples(_ settings: VideoOutputSettings, _ interval: MediaTime?) throws {
        maxKeyframeFrames = settings.maxKeyFrameInterval
        guard let interval else {
            maxKeyframeFrames = maxKeyframeFrames ?? Self.usualKeyframeFrames
            return
        }
        guard try !VideoEncoderTable.choose(self, for: size).canBeForced else { return }
        maxKeyframeDistance = interval
        guard let size, let rate = settings.expectedFrameRate else { return }
        // Frames may still say another rate, which is looked at again when they come.
        let expected = RawVideoFormat(pixelFormat: "I420", size: size, nominalFrameRate: rate)
        do {
            _ = try VideoEncoderElement(options: self, input: expected, pass: .only).description()
        } catch {
            throw refusal("codec (AVVideoCodecKey) is \(settings.codec?.rawValue ?? ""): \(error)")
        }
    }
}

extension VideoOutputSettings {
    /// `AVVideoExpectedSourceFrameRateKey` as a ratio; nil when it is not known or no rate.
    var expectedFrameRate: Ratio? {
        guard let rate = expectedSourceFrameRate, rate > 0, rate <= 1000 else { return nil }
        if rate == rate.rounded() { return Ratio(Int32(rate)) }
        // The rates of NTSC are thousands over 1001.
        let thousands = (rate * 1001).rounded()
        let isBroadcast = thousands.truncatingRemainder(dividingBy: 1000) == 0 && abs(thousands / 1001 - rate) < 1e-3
        return isBroadcast ? Ratio(Int32(thousands), 1001) : Ratio(Int32((rate * 1000).rounded()), 1000)
    }

    fileprivate func encodingCodec() throws -> VideoEncodeOptions.Codec {
        switch codec?.rawValue {
        case "avc1", "avc3": return .h264
        case "hvc1", "hev1": return .hevc
        case "av01": return .av1
        default:
            throw refusal(
                "codec (AVVideoCodecKey) is '\(codec?.rawValue ?? "")'; there are encoders for avc1, hvc1 and av01")
        }
    }

    fileprivate func evenSize() throws -> PictureSize? {
        for (value, key) in [(width, "width (AVVideoWidthKey)"), (height, "height (AVVideoHeightKey)")] {
            if let value, value % 2 != 0 { throw refusal("\(key) is \(value); encoders take even sizes") }
        }
        guard let width, let height else { return nil }
        return PictureSize(width: width, height: height)
    }

    /// A profile by its own name or as the reference has it, such as `H264_High_AutoLevel`.
    fileprivate func encodingProfile(of codec: VideoEncodeOptions.Codec) throws -> VideoEncodeOptions.Profile? {
        guard let profile else { return nil }
        let words = profile.lowercased().split(separator: "_").map(String.init)
        let found = codec.profiles.first { words.contains($0.rawValue) || words.contains("constrained\($0.rawValue)") }
        guard let found else {
            throw refusal(
                "profile (AVVideoProfileLevelKey) is '\(profile)'; \(self.codec?.rawValue ?? "") has "
                    + codec.profiles.map(\.rawValue).joined(separator: ", "))
        }
        return found
    }
}

/// The error about a setting that no encoder can follow.
func refusal(_ message: String) -> AssetWriterError { AssetWriterError(.encoding, message) }
