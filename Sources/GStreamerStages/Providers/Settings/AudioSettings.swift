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
        if codec == .pcm { (pcm, positions) = (try settings.pcmCoding(), settings.channelLayout?.channelPositions) }
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
        case .linearPCM?: return .pcm
        default:
            let known: [AudioFormatID] = [.mpeg4AAC, .opus, .flac, .ac3, .appleLossless, .linearPCM]
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
        if choice.codec != .pcm { try validateLayout() }
    }

    /// The coding of the `AVLinearPCM…Key` values.
    fileprivate func pcmCoding() throws -> PCMConfiguration? {
        guard let linearPCM else { return nil }
        guard !linearPCM.isNonInterleaved else {
            throw unsupportedSetting(
                "linearPCM.isNonInterleaved (AVLinearPCMIsNonInterleaved) is true; movies contain interleaved samples")
        }
        guard PCMConfiguration.sizes(isFloat: linearPCM.isFloat).contains(linearPCM.bitDepth) else {
            throw unsupportedSetting(
                "linearPCM.bitDepth (AVLinearPCMBitDepthKey) is \(linearPCM.bitDepth); supported are integers of 16, 24 and "
                    + "32 bits and floating-point numbers of 32 and 64 bits")
        }
        if let names = channelLayout?.positions, names.count > 2, channelLayout?.channelPositions == nil {
            throw unsupportedSetting(
                "channelLayout (AVChannelLayoutKey) is \(names.joined(separator: " ")); supported positions are "
                    + ChannelLayout.positionNames.joined(separator: ", ") + ", each at most once")
        }
        return PCMConfiguration(
            isFloat: linearPCM.isFloat, isLittleEndian: !linearPCM.isBigEndian, bitsPerSample: linearPCM.bitDepth)
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

extension ChannelLayout {
    /// The names of positions in the order of their codes (ISO/IEC 23091-3 table 1).
    fileprivate static let positionNames = ["L", "R", "C", "LFE", "Ls", "Rs", "Lc", "Rc", "Lsr", "Rsr", "Cs"]

    /// The positions by their codes, for frames that do not declare them; nil if one has no code.
    fileprivate var channelPositions: ChannelPositions? {
        let codes = positions.compactMap { name in
            Self.positionNames.firstIndex(of: name).map { UInt8(clamping: $0) }
        }
        return codes.count == positions.count ? ChannelPositions(codes) : nil
    }
}
