import AVFoundationCompatibility
import Testing

/// Output settings as dictionaries.
@Suite struct OutputSettingsDictionaryTests {
    /// Returns the error of a writer that starts with an input of these settings.
    private func failure(
        _ type: AVMediaType, _ settings: [String: Any], hint: CMFormatDescription? = nil
    ) throws -> AVError? {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mov"), fileType: .mov)
        let input = AVAssetWriterInput(mediaType: type, outputSettings: settings, sourceFormatHint: hint)
        #expect(input.outputSettings?.count == settings.count)
        writer.add(input)
        let isStarted = writer.startWriting()
        #expect(isStarted == (writer.status == .writing))
        let error = writer.error as? AVError
        writer.cancelWriting()
        return error
    }

    private func video(_ changes: [String: Any?], compression: [String: Any] = [:]) -> [String: Any] {
        var result: [String: Any] = [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 64, AVVideoHeightKey: 48,
        ]
        if !compression.isEmpty { result[AVVideoCompressionPropertiesKey] = compression }
        for (key, value) in changes { result[key] = value }
        return result
    }

    @Test func valuesOfAllNumberTypesAreAccepted() throws {
        #expect(try failure(.video, video([AVVideoCodecKey: "avc1", AVVideoWidthKey: 64.0 as Float])) == nil)
        #expect(
            try failure(.video, video([AVVideoWidthKey: NSNumber(value: 64), AVVideoHeightKey: UInt16(48)])) == nil)
        #expect(
            try failure(
                .video,
                video(
                    [AVVideoScalingModeKey: AVVideoScalingModeResizeAspect],
                    compression: [
                        AVVideoAverageBitRateKey: 100_000, AVVideoMaxKeyFrameIntervalKey: 30,
                        AVVideoAllowFrameReorderingKey: false, AVVideoExpectedSourceFrameRateKey: 29.97,
                        kVTCompressionPropertyKey_ProfileLevel: kVTProfileLevel_H264_Main_AutoLevel,
                        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
                    ])) == nil)
        var settings = TestMedia.audioSettings
        settings[AVFormatIDKey] = Int(kAudioFormatMPEG4AAC)
        #expect(try failure(.audio, settings) == nil)
    }

    @Test(arguments: [AVVideoCodecKey, AVVideoWidthKey, AVVideoHeightKey])
    func missingVideoSettingsAreNamed(key: String) throws {
        let error = try #require(try failure(.video, video([key: nil])))
        #expect(error.code == .incorrectlyConfigured && error.message.contains(key))
    }

    @Test(arguments: [AVFormatIDKey, AVSampleRateKey, AVNumberOfChannelsKey])
    func missingAudioSettingsAreNamed(key: String) throws {
        var settings = TestMedia.audioSettings
        settings[key] = nil
        let error = try #require(try failure(.audio, settings))
        #expect(error.code == .incorrectlyConfigured && error.message.contains(key))
    }

    @Test func formatHintCompletesVideoSettings() throws {
        let hint = try CMFormatDescription(imageBuffer: try TestMedia.pixels(0))
        #expect(try failure(.video, [AVVideoCodecKey: AVVideoCodecType.hevc], hint: hint) == nil)
    }

    @Test func unknownKeysAreNamed() throws {
        let misspelled = try #require(try failure(.video, video(["AVVideoWidhtKey": 64])))
        #expect(misspelled.code == .unsupportedOutputSettings && misspelled.message.contains("did you mean"))
        let nested = try #require(try failure(.video, video([:], compression: ["RealTime": true])))
        #expect(nested.code == .unsupportedOutputSettings && nested.message.contains("'RealTime'"))
        let foreign = try #require(try failure(.audio, TestMedia.audioSettings.merging([AVVideoWidthKey: 3]) { $1 }))
        #expect(foreign.code == .unsupportedOutputSettings && foreign.message.contains(AVVideoWidthKey))
    }

    @Test func contradictionsAreNamed() throws {
        let cases: [(AVMediaType, [String: Any], String)] = [
            (.video, video([AVVideoWidthKey: "wide"]), AVVideoWidthKey),
            (.video, video([AVVideoWidthKey: 64.5]), AVVideoWidthKey),
            (.video, video([AVVideoScalingModeKey: AVVideoScalingModeResize]), AVVideoScalingModeKey),
            (
                .video,
                video(
                    [:],
                    compression: [
                        AVVideoProfileLevelKey: AVVideoProfileLevelH264Baseline30,
                        AVVideoH264EntropyModeKey: AVVideoH264EntropyModeCABAC,
                    ]), "AVVideoH264EntropyModeKey"
            ),
            (.video, video([:], compression: [AVVideoQualityKey: 0.5]), AVVideoQualityKey),
            (.audio, TestMedia.audioSettings.merging([AVEncoderAudioQualityKey: 96]) { $1 }, AVEncoderAudioQualityKey),
            (.audio, TestMedia.audioSettings.merging([AVLinearPCMBitDepthKey: 16]) { $1 }, "AVLinearPCM"),
            (
                .audio, TestMedia.audioSettings.merging([AVEncoderBitRatePerChannelKey: 64_000]) { $1 },
                AVEncoderBitRatePerChannelKey
            ),
            (.audio, TestMedia.audioSettings.merging([AVChannelLayoutKey: Data([1, 2])]) { $1 }, AVChannelLayoutKey),
        ]
        for (type, settings, key) in cases {
            let error = try #require(try failure(type, settings))
            #expect(error.code == .unsupportedOutputSettings && error.message.contains(key), "\(error)")
        }
    }

    @Test func unknownCodecHasNoEncoder() throws {
        let error = try #require(try failure(.video, video([AVVideoCodecKey: "zzzz"])))
        #expect(error.code == .encoderNotFound && error.message.contains(AVVideoCodecKey))
    }

    @Test func channelLayoutsAreParsed() throws {
        func layout(_ tag: AudioChannelLayoutTag, labels: [UInt32] = []) -> Data {
            let words: [UInt32] = [tag, 0, UInt32(labels.count)] + labels.flatMap { [$0, 0, 0, 0, 0] }
            return words.withUnsafeBytes { Data($0) }
        }
        var settings = TestMedia.audioSettings
        settings[AVNumberOfChannelsKey] = 6
        #expect(try failure(.audio, settings)?.message.contains(AVChannelLayoutKey) == true)
        settings[AVChannelLayoutKey] = layout(kAudioChannelLayoutTag_MPEG_5_1_D)
        #expect(try failure(.audio, settings) == nil)
        settings[AVChannelLayoutKey] = NSData(data: layout(0, labels: [3, 1, 2, 5, 6, 4]))
        #expect(try failure(.audio, settings) == nil)
        settings[AVChannelLayoutKey] = layout(kAudioChannelLayoutTag_Stereo)
        #expect(try failure(.audio, settings)?.message.contains("channelLayout") == true)
        settings[AVChannelLayoutKey] = layout(0, labels: [3, 1]).dropLast(20)
        #expect(try failure(.audio, settings)?.code == .unsupportedOutputSettings)
    }

    @Test func writerAnswersWhetherSettingsApply() throws {
        let writer = AVAssetWriter(contentType: .mpeg4Movie)
        #expect(writer.canApply(outputSettings: TestMedia.videoSettings, forMediaType: .video))
        #expect(!writer.canApply(outputSettings: TestMedia.videoSettings, forMediaType: .audio))
        #expect(writer.canApply(outputSettings: nil, forMediaType: .audio))
        #expect(!writer.canApply(outputSettings: nil, forMediaType: AVMediaType(rawValue: "none")))
    }
}
