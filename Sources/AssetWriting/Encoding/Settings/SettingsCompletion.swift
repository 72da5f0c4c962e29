import Packaging
import Media

extension OutputSettings {
    /// Returns the settings with nil values filled in from `hint`; throws when a required value is missing or one is
    /// out of range.
    func completed(
        for mediaType: MediaType, by hint: MediaFormat?
    ) throws(AssetWriterError) -> OutputSettings {
        guard self.mediaType == mediaType else {
            throw AssetWriterError(
                .invalidSettings,
                "the output settings are for \(self.mediaType.rawValue), but the input is for \(mediaType.rawValue)")
        }
        switch self {
        case .video(let settings): return .video(try settings.completed(by: hint))
        case .audio(let settings): return .audio(try settings.completed(by: hint))
        }
    }
}

/// Unwraps a required value; throws an error that names its key when it is nil.
private func require<Value>(_ value: Value?, _ key: String, _ condition: String = "") throws(AssetWriterError) -> Value
{
    guard let value else {
        throw AssetWriterError(.missingSetting, "the output settings have no value for \(key)\(condition)")
    }
    return value
}

private func validate(_ value: Int?, _ key: String, _ range: ClosedRange<Int>) throws(AssetWriterError) {
    guard let value, !range.contains(value) else { return }
    throw AssetWriterError(
        .invalidSettings, "\(key) is \(value); the range is \(range.lowerBound) to \(range.upperBound)")
}

extension VideoOutputSettings {
    func completed(by hint: MediaFormat?) throws(AssetWriterError) -> VideoOutputSettings {
        var result = self
        if case .rawVideo(let format) = hint {
            result.width = width ?? format.size.width
            result.height = height ?? format.size.height
            if expectedSourceFrameRate == nil { result.expectedSourceFrameRate = format.nominalFrameRate?.value }
        }
        _ = try require(result.codec, "codec (AVVideoCodecKey)")
        _ = try require(result.width, "width (AVVideoWidthKey)", "; set it, or a source format hint")
        _ = try require(result.height, "height (AVVideoHeightKey)", "; set it, or a source format hint")
        try validate(result.width, "width", 1...65535)
        try validate(result.height, "height", 1...65535)
        try validate(averageBitRate, "averageBitRate", 1...Int(UInt32.max))
        try validate(maxKeyFrameInterval, "maxKeyFrameInterval", 1...Int(Int32.max))
        return result
    }
}

extension AudioOutputSettings {
    func completed(by hint: MediaFormat?) throws(AssetWriterError) -> AudioOutputSettings {
        var result = self
        if case .rawAudio(let format) = hint {
            result.sampleRate = sampleRate ?? format.sampleRate
            result.numberOfChannels = numberOfChannels ?? format.channelCount
        }
        let format = try require(result.formatID, "formatID (AVFormatIDKey)")
        _ = try require(result.sampleRate, "sampleRate (AVSampleRateKey)", "; set it, or a source format hint")
        let channels = try require(
            result.numberOfChannels, "numberOfChannels (AVNumberOfChannelsKey)", "; set it, or a source format hint")
        try validate(result.sampleRate, "sampleRate", 1...768_000)
        try validate(channels, "numberOfChannels", 1...64)
        try validate(encoderBitRate, "encoderBitRate", 1...Int(UInt32.max))
        result.channelLayout = try layout(of: channels)
        if format == .appleLossless {
            _ = try require(
                encoderBitDepthHint, "encoderBitDepthHint (AVEncoderBitDepthHintKey)", ", which Apple Lossless needs")
        }
        if format == .linearPCM {
            let layout = try require(
                linearPCM, "linearPCM (AVLinearPCMBitDepthKey and the like)", ", which linear PCM needs")
            guard [8, 16, 24, 32, 64].contains(layout.bitDepth) else {
                throw AssetWriterError(
                    .invalidSettings, "linearPCM.bitDepth is \(layout.bitDepth); it must be 8, 16, 24, 32 or 64")
            }
        }
        return result
    }

    private func layout(of channels: Int) throws(AssetWriterError) -> ChannelLayout {
        guard let channelLayout else {
            if channels <= 2 { return channels == 1 ? .mono : .stereo }
            throw AssetWriterError(
                .missingSetting,
                "the output settings have no value for channelLayout (AVChannelLayoutKey), which \(channels) channels "
                    + "require"
            )
        }
        guard channelLayout.positions.count == channels else {
            throw AssetWriterError(
                .invalidSettings,
                "channelLayout has \(channelLayout.positions.count) positions for \(channels) channels")
        }
        return channelLayout
    }
}
