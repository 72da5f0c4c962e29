import AssetWriting
import Media
import StageKit

// Conversion of a writer's audio settings to options of `audio.encode`. Errors for unsupported settings name their key.

extension AudioEncode.Options {
    /// The options that correspond to a writer's settings.
    init(_ settings: AudioOutputSettings) throws {
        self.init()
        codec = try settings.encodingCodec()
        let choice = AudioEncoderTable.choice(codec)
        try settings.validate(against: choice)
        (rate, channels, bitDepth) = (settings.sampleRate, settings.numberOfChannels, settings.encoderBitDepthHint)
        if let range = choice.bitRates {
            let channels = min(max(channels ?? 2, 1), 8)
            // AC-3 needs a higher bit rate for equal quality.
            let usual = codec == .ac3 ? min(96_000 * channels, 448_000) : 64_000 * channels
            bitRate = BitRate(bitsPerSecond: min(settings.encoderBitRate ?? usual, range.upperBound))
            bitDepth = nil
        }
    }
}

extension AudioOutputSettings {
    fileprivate func encodingCodec() throws -> AudioEncode.Codec {
        switch formatID {
        case .mpeg4AAC?: return .aac
        case .opus?: return .opus
        case .flac?: return .flac
        case .ac3?: return .ac3
        case .appleLossless?: return .alac
        default:
            let known: [AudioFormatID] = [.mpeg4AAC, .opus, .flac, .ac3, .appleLossless]
            let names = known.map { "'\($0)'" }.joined(separator: ", ")
            throw unsupportedSetting(
                "formatID (AVFormatIDKey) is '\(formatID?.description ?? "")'; supported formats are \(names)")
        }
    }

    fileprivate func validate(against choice: AudioEncoderTable.Choice) throws {
        if let sampleRate, !choice.has(rate: sampleRate) {
            throw unsupportedSetting(
                "sampleRate (AVSampleRateKey) is \(sampleRate); \(choice.title) supports \(choice.rateText)")
        }
        if let numberOfChannels, numberOfChannels > choice.maximumChannels {
            throw unsupportedSetting(
                "numberOfChannels (AVNumberOfChannelsKey) is \(numberOfChannels); "
                    + "\(choice.title) supports at most \(choice.maximumChannels)")
        }
        if let encoderBitRate {
            guard let range = choice.bitRates else {
                throw unsupportedSetting(
                    "encoderBitRate (AVEncoderBitRateKey) is \(encoderBitRate); "
                        + "\(choice.title) is lossless and has no bit rate setting")
            }
            guard range.contains(encoderBitRate) else {
                throw unsupportedSetting(
                    "encoderBitRate (AVEncoderBitRateKey) is \(encoderBitRate); \(choice.title) "
                        + "supports \(range.lowerBound) to \(range.upperBound)")
            }
        }
        if let depth = encoderBitDepthHint, !choice.bitDepths.isEmpty, !choice.bitDepths.contains(depth) {
            throw unsupportedSetting(
                "encoderBitDepthHint (AVEncoderBitDepthHintKey) is \(depth); \(choice.title) supports "
                    + "\(choice.bitDepths.map(String.init).joined(separator: " and "))")
        }
        try validateLayout()
    }

    /// Throws if the channel layout is not supported. The codec determines the channel order in the file, so only the
    /// set of positions matters.
    private func validateLayout() throws {
        let known: [Set<String>] = [
            ["C"], ["L", "R"], ["L", "R", "C"], ["L", "R", "C", "Ls", "Rs"], ["L", "R", "C", "LFE", "Ls", "Rs"],
        ]
        guard let channelLayout, !known.contains(Set(channelLayout.positions)) else { return }
        throw unsupportedSetting(
            "channelLayout (AVChannelLayoutKey) is \(channelLayout.positions.joined(separator: " ")); "
                + "supported layouts are C, L R, L R C, L R C Ls Rs and L R C LFE Ls Rs")
    }
}
