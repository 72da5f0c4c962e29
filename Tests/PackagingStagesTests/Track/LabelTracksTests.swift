import PackagingStages
import Media
import StageKit
import StageTesting
import Testing

struct LabelTracksTests {
    private func label(_ entries: KeyValuePairs<String, String>) throws -> TrackLabel {
        let entries = entries.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }
        return try TrackLabel(option: OptionNode(.mapping(entries)))
    }

    private func run(_ labels: [TrackLabel], _ tracks: [Track]) -> (tracks: [Track], warnings: Int) {
        var options = LabelTracks.Options()
        options.tracks = labels
        var stage = LabelTracks(options: options)
        var effects = Effects<Sample>(clock: VirtualClock())
        for track in tracks { stage.receive(.track(track), &effects) }
        stage.finish(&effects)
        let labelled = effects.messages.compactMap { message -> Track? in
            if case .track(let track) = message { return track }
            return nil
        }
        return (labelled, effects.requestsAndReports.count)
    }

    private func audio(_ id: UInt32) -> Track {
        let configuration = CodecConfiguration.aac(AudioSpecificConfig(bytes: [0x11, 0x90]))
        let format = CodedAudioFormat(
            configuration: configuration, sampleRate: 48000, channelCount: 2, framesPerPacket: 1024)
        return Track(id: Track.ID(rawValue: id), format: .codedAudio(format), timescale: 48000)
    }

    private func video(_ id: UInt32) -> Track {
        let configuration = CodecConfiguration.avc(AVCDecoderConfiguration(bytes: [1, 0x64, 0, 0x1f, 0xff, 0xe0, 0]))
        let format = CodedVideoFormat(configuration: configuration, size: PixelSize(width: 64, height: 48))
        return Track(id: Track.ID(rawValue: id), format: .codedVideo(format), timescale: 30000)
    }

    @Test func tracksAreCountedByType() throws {
        let labels = [
            try label(["type": "audio", "number": "1", "language": "en", "name": "English", "default": "true"]),
            try label(["type": "audio", "number": "2", "language": "fr", "characteristics": "describes-video"]),
        ]
        let (tracks, warnings) = run(labels, [video(7), audio(8), audio(9), audio(8)])
        #expect(tracks.map(\.language) == [nil, "en", "fr", "en"])
        #expect(tracks[1].attributes.isDefault == true)
        #expect(tracks[2].attributes.characteristics == ["public.accessibility.describes-video"])
        #expect(warnings == 0)
    }

    @Test func unnumberedLabelAppliesToAllAndLastLabelWins() throws {
        let labels = [try label(["language": "en"]), try label(["type": "audio", "number": "2", "language": "fr"])]
        #expect(run(labels, [video(1), audio(2), audio(3)]).tracks.map(\.language) == ["en", "en", "fr"])
    }

    @Test func unmatchedLabelIsReported() throws {
        #expect(run([try label(["type": "audio", "number": "3", "language": "en"])], [audio(1)]).warnings == 1)
    }

    @Test(arguments: [
        ["language": "english language"], ["language": "e"], ["name": "a \"quoted\" name"],
        ["characteristics": "loud"], ["default": "true", "autoselect": "false"], ["number": "0"],
        ["type": "video", "forced": "true"], ["score": "0"],
    ])
    func invalidLabelIsRejected(entries: [String: String]) {
        let entries = entries.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }
        #expect(throws: OptionProblem.self) { try TrackLabel(option: OptionNode(.mapping(entries))) }
    }
}
