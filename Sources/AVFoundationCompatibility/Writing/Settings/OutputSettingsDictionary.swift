import AssetWriting
import Media

/// An output settings dictionary of a program.
struct OutputSettingsDictionary {
    /// The settings of the writer, and a setting that the input applies.
    struct Settings {
        var settings: OutputSettings
        /// The maximum distance of sync samples; nil for none.
        var keyframeInterval: MediaTime?
    }

    private let dictionary: [String: Any]

    init(_ dictionary: [String: Any]) { self.dictionary = dictionary }

    /// Returns the settings of the writer. Throws for values that are not valid and for unknown keys.
    func settings(for type: MediaType) throws(AssetWriterError) -> Settings {
        switch type {
        case .video: return try videoSettings()
        case .audio: return Settings(settings: .audio(try audioSettings()))
        default:
            throw AssetWriterError(
                .outputSettings,
                "inputs for \(type.rawValue) have no output settings; nil passes samples through")
        }
    }

    private func videoSettings() throws(AssetWriterError) -> Settings {
        var reader = SettingsReader(dictionary, name: "video output settings")
        var result = VideoOutputSettings()
        result.codec = try reader.codec(AVVideoCodecKey).map(VideoCodecType.init)
        result.width = try reader.integer(AVVideoWidthKey)
        result.height = try reader.integer(AVVideoHeightKey)
        try reader.require(AVVideoScalingModeKey, AVVideoScalingModeResizeAspect)
        let compression = try reader.dictionary(AVVideoCompressionPropertiesKey) ?? [:]
        try reader.finish()

        reader = SettingsReader(compression, name: "the values of AVVideoCompressionPropertiesKey")
        result.averageBitRate = try reader.integer(AVVideoAverageBitRateKey)
        result.maxKeyFrameInterval = try reader.integer(AVVideoMaxKeyFrameIntervalKey)
        result.allowsFrameReordering = try reader.truth(AVVideoAllowFrameReorderingKey)
        result.expectedSourceFrameRate = try reader.number(AVVideoExpectedSourceFrameRateKey)
        result.profile = try reader.text(AVVideoProfileLevelKey)
        try validateEntropyMode(try reader.text(AVVideoH264EntropyModeKey), result)
        let seconds = try reader.number(AVVideoMaxKeyFrameIntervalDurationKey)
        try reader.reject([AVVideoQualityKey], "is not supported; set AVVideoAverageBitRateKey")
        try reader.finish()
        return Settings(settings: .video(result), keyframeInterval: try keyframeInterval(seconds))
    }

    /// Throws unless an entropy mode is the one of the profile: a contradiction otherwise.
    private func validateEntropyMode(
        _ mode: String?, _ settings: VideoOutputSettings
    ) throws(AssetWriterError) {
        guard let mode else { return }
        let isBaseline = settings.profile?.contains("Baseline") == true
        let expected = isBaseline ? AVVideoH264EntropyModeCAVLC : AVVideoH264EntropyModeCABAC
        guard settings.codec == .h264, mode == expected else {
            throw AssetWriterError(
                .outputSettings,
                "AVVideoH264EntropyModeKey is '\(mode)'; the H.264 profile "
                    + "\(settings.profile ?? AVVideoProfileLevelH264HighAutoLevel) uses \(expected), and other codecs "
                    + "have no mode")
        }
    }

    private func keyframeInterval(_ seconds: Double?) throws(AssetWriterError) -> MediaTime? {
        guard let seconds, seconds != 0 else { return nil }
        guard seconds > 0, seconds <= 86_400 else {
            throw AssetWriterError(
                .outputSettings,
                "AVVideoMaxKeyFrameIntervalDurationKey is \(seconds); the range is 0 to 86400 seconds")
        }
        return MediaTime(seconds: seconds, preferredTimescale: 1_000_000)
    }

    private func audioSettings() throws(AssetWriterError) -> AudioOutputSettings {
        var reader = SettingsReader(dictionary, name: "audio output settings")
        var result = AudioOutputSettings()
        result.formatID = try reader.integer(AVFormatIDKey).map { number throws(AssetWriterError) in
            guard let code = UInt32(exactly: number) else {
                throw AssetWriterError(.outputSettings, "AVFormatIDKey is \(number); it must be a four-character code")
            }
            return Media.AudioFormatID(rawValue: code)
        }
        result.sampleRate = try reader.integer(AVSampleRateKey)
        result.numberOfChannels = try reader.integer(AVNumberOfChannelsKey)
        result.channelLayout = try reader.data(AVChannelLayoutKey).map { data throws(AssetWriterError) in
            try ChannelLayoutBytes(data).layout()
        }
        result.encoderBitRate = try bitRate(&reader, channels: result.numberOfChannels)
        result.encoderBitDepthHint = try reader.integer(AVEncoderBitDepthHintKey)
        try reader.require(AVEncoderBitRateStrategyKey, AVAudioBitRateStrategy_LongTermAverage)
        result.linearPCM = try linearPCM(&reader, result.formatID)
        try reader.reject(
            [AVEncoderAudioQualityKey, AVSampleRateConverterAudioQualityKey],
            "is not supported by writer inputs; remove it")
        try reader.finish()
        return result
    }

    private func bitRate(_ reader: inout SettingsReader, channels: Int?) throws(AssetWriterError) -> Int? {
        let total = try reader.integer(AVEncoderBitRateKey)
        guard let single = try reader.integer(AVEncoderBitRatePerChannelKey) else { return total }
        guard total == nil, let channels, (1...64).contains(channels), (1...Int(UInt32.max)).contains(single) else {
            throw AssetWriterError(
                .outputSettings,
                "AVEncoderBitRatePerChannelKey is \(single); it must be above zero, requires AVNumberOfChannelsKey and "
                    + "excludes AVEncoderBitRateKey")
        }
        return single * channels
    }

    private func linearPCM(
        _ reader: inout SettingsReader, _ format: Media.AudioFormatID?
    ) throws(AssetWriterError) -> AudioOutputSettings.LinearPCM? {
        let depth = try reader.integer(AVLinearPCMBitDepthKey)
        let flags = [
            try reader.truth(AVLinearPCMIsBigEndianKey), try reader.truth(AVLinearPCMIsFloatKey),
            try reader.truth(AVLinearPCMIsNonInterleaved),
        ]
        guard format == .linearPCM else {
            guard depth == nil, flags.allSatisfy({ $0 == nil }) else {
                throw AssetWriterError(
                    .outputSettings, "the AVLinearPCM keys require AVFormatIDKey to be kAudioFormatLinearPCM")
            }
            return nil
        }
        guard let depth, let isBigEndian = flags[0], let isFloat = flags[1] else {
            throw AssetWriterError(
                .missingSetting,
                "linear PCM requires AVLinearPCMBitDepthKey, AVLinearPCMIsBigEndianKey and AVLinearPCMIsFloatKey")
        }
        return AudioOutputSettings.LinearPCM(
            bitDepth: depth, isBigEndian: isBigEndian, isFloat: isFloat, isNonInterleaved: flags[2] ?? false)
    }
}
