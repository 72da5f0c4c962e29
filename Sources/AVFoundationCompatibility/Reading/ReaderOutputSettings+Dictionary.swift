import AssetWriting

extension ReaderOutputSettings {
    /// The settings in a dictionary of a program. Throws `unsupportedOutputSettings` with the name of a key that cannot
    /// be met.
    init(_ settings: [String: Any], for mediaType: AVMediaType) throws(AVError) {
        switch mediaType {
        case .video: self = .video(try VideoFrameSettings(settings))
        case .audio: self = .audio(try AudioFrameSettings(settings))
        default:
            throw AVError(.unsupportedOutputSettings, "only video and audio are decoded; use nil for other media")
        }
    }
}

/// Returns the error of a key with a value that is not supported.
private func unsupported(_ key: String, _ value: Any?, _ possible: String) -> AVError {
    AVError(
        .unsupportedOutputSettings,
        "\(key) is \(value.map { "\($0)" } ?? "not an integer"); \(possible)")
}

extension VideoFrameSettings {
    /// Keys that have no equivalent on this system and change no pixels.
    private static let ignored: Set<String> = [
        kCVPixelBufferIOSurfacePropertiesKey, kCVPixelBufferMetalCompatibilityKey,
        kCVPixelBufferCGImageCompatibilityKey, kCVPixelBufferCGBitmapContextCompatibilityKey,
        kCVPixelBufferBytesPerRowAlignmentKey, "OpenGLCompatibility", "OpenGLESCompatibility",
    ]

    fileprivate init(_ settings: [String: Any]) throws(AVError) {
        self.init()
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            switch key {
            case kCVPixelBufferPixelFormatTypeKey:
                // A list of formats: the first one.
                let type = settingInteger((value as? [Any])?.first ?? value)
                guard let type = type.flatMap({ OSType(exactly: $0) }), let name = PixelBufferLayout.name(of: type)
                else { throw unsupported("the pixel format", value, "use 32BGRA or 420YpCbCr8BiPlanarVideoRange") }
                pixelFormat = PixelFormat(rawValue: name)
            case kCVPixelBufferWidthKey: width = settingInteger(value)
            case kCVPixelBufferHeightKey: height = settingInteger(value)
            case _ where Self.ignored.contains(key): break
            default: throw unsupported("the key '\(key)'", value, "keys of pixel buffers are possible")
            }
        }
    }
}

extension AudioFrameSettings {
    fileprivate init(_ settings: [String: Any]) throws(AVError) {
        self.init()
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            switch key {
            case AVFormatIDKey:
                guard settingInteger(value) == Int(kAudioFormatLinearPCM) else {
                    throw unsupported(key, value, "kAudioFormatLinearPCM is possible")
                }
            case AVSampleRateKey: sampleRate = settingInteger(value)
            case AVNumberOfChannelsKey: numberOfChannels = settingInteger(value)
            case AVLinearPCMBitDepthKey: bitDepth = settingInteger(value)
            case AVLinearPCMIsFloatKey: isFloat = settingTruth(value)
            case AVLinearPCMIsBigEndianKey, AVLinearPCMIsNonInterleaved:
                guard settingTruth(value) == false else { throw unsupported(key, value, "false is possible") }
            case "AVChannelLayoutKey": break
            default: throw unsupported("the key '\(key)'", value, "keys of linear PCM are possible")
            }
        }
    }
}
