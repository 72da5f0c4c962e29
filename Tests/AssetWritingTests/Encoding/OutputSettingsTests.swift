import AssetWriting
import Media
import Testing

/// Output settings without a required value are rejected with an error that names it, unless the hint supplies the
/// value.
@Suite struct OutputSettingsTests {
    private func error(_ settings: OutputSettings, hint: MediaFormat? = nil) -> AssetWriterError? {
        AssetWriterInput(mediaType: settings.mediaType, outputSettings: settings, sourceFormatHint: hint)
            .configurationError
    }

    @Test(arguments: [
        (VideoOutputSettings(width: 640, height: 360), "AVVideoCodecKey"),
        (VideoOutputSettings(codec: .h264, height: 360), "AVVideoWidthKey"),
        (VideoOutputSettings(codec: .h264, width: 640), "AVVideoHeightKey"),
    ])
    func incompleteVideoSettingsNameTheKey(settings: VideoOutputSettings, key: String) {
        let error = error(.video(settings))
        #expect(error?.code == .missingSetting)
        #expect(error?.message.contains(key) == true)
    }

    @Test(arguments: [
        (AudioOutputSettings(sampleRate: 48000, numberOfChannels: 2), "AVFormatIDKey"),
        (AudioOutputSettings(formatID: .mpeg4AAC, numberOfChannels: 2), "AVSampleRateKey"),
        (AudioOutputSettings(formatID: .mpeg4AAC, sampleRate: 48000), "AVNumberOfChannelsKey"),
        (AudioOutputSettings(formatID: .mpeg4AAC, sampleRate: 48000, numberOfChannels: 6), "AVChannelLayoutKey"),
        (AudioOutputSettings(formatID: .linearPCM, sampleRate: 48000, numberOfChannels: 2), "AVLinearPCM"),
        (
            AudioOutputSettings(formatID: .appleLossless, sampleRate: 48000, numberOfChannels: 2),
            "AVEncoderBitDepthHintKey"
        ),
    ])
    func incompleteAudioSettingsNameTheKey(settings: AudioOutputSettings, key: String) {
        let error = error(.audio(settings))
        #expect(error?.code == .missingSetting)
        #expect(error?.message.contains(key) == true)
    }

    @Test func theSourceFormatHintCompletesThem() {
        let picture = MediaFormat.rawVideo(
            RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 1280, height: 720)))
        let video = AssetWriterInput(
            mediaType: .video, outputSettings: .video(.init(codec: .hevc)), sourceFormatHint: picture)
        #expect(video.configurationError == nil)
        guard case .video(let settings) = video.outputSettings else {
            Issue.record("no video settings")
            return
        }
        #expect(settings.width == 1280 && settings.height == 720)
        let sound = MediaFormat.rawAudio(RawAudioFormat(sampleFormat: "S16LE", sampleRate: 44100, channelCount: 1))
        let audio = AssetWriterInput(
            mediaType: .audio, outputSettings: .audio(.init(formatID: .mpeg4AAC)), sourceFormatHint: sound)
        guard case .audio(let settings) = audio.outputSettings else {
            Issue.record("no audio settings")
            return
        }
        #expect(settings.sampleRate == 44100 && settings.channelLayout == .mono)
    }

    @Test(arguments: [
        OutputSettings.video(.init(codec: .h264, width: 0, height: 360)),
        .video(.init(codec: .h264, width: 640, height: 70000)),
        .video(.init(codec: .h264, width: 640, height: 360, averageBitRate: -5)),
        .audio(.init(formatID: .mpeg4AAC, sampleRate: -1, numberOfChannels: 2)),
        .audio(.init(formatID: .mpeg4AAC, sampleRate: 48000, numberOfChannels: 1000)),
        .audio(.init(formatID: .mpeg4AAC, sampleRate: 48000, numberOfChannels: 6, channelLayout: .stereo)),
    ])
    func valuesOutOfRangeAreRefused(settings: OutputSettings) {
        #expect(error(settings)?.code == .invalidSettings)
        let writer = AssetWriter(contentType: .mp4)
        #expect(!writer.canApply(outputSettings: settings, forMediaType: settings.mediaType))
    }

    @Test func settingsOfAnotherMediaTypeAreRefused() {
        let input = AssetWriterInput(
            mediaType: .audio, outputSettings: .video(.init(codec: .h264, width: 640, height: 360)))
        #expect(input.configurationError?.code == .invalidSettings)
        let writer = AssetWriter(contentType: .mp4)
        #expect(!writer.canAdd(input))
        #expect(!writer.add(input))
        #expect(writer.error == input.configurationError)
        #expect(writer.inputs.isEmpty)
    }
}
