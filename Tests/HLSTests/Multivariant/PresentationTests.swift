import HLS
import Media
import Testing

@Suite struct PresentationTests {
    private func video(
        _ uri: String, _ bandwidth: Int, range: VideoRange = .sdr, audio: [PresentationRendition.Audio] = []
    ) -> PresentationRendition {
        PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: bandwidth, average: bandwidth / 2),
            video: PresentationRendition.Video(
                codec: "avc1.64001f", resolution: PixelSize(width: 1280, height: 720),
                frameRate: FrameRate(thousandths: 29970), range: range),
            audio: audio)
    }

    private func audio(
        _ uri: String, _ bandwidth: Int, codec: String = "mp4a.40.2", language: String? = nil
    ) -> PresentationRendition {
        PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: bandwidth, average: bandwidth), video: nil,
            audio: [PresentationRendition.Audio(codec: codec, channelCount: 2, language: language)])
    }

    private func playlist(_ renditions: PresentationRendition...) -> MultivariantPlaylist {
        Presentation(renditions: renditions, hasIndependentSegments: true).playlist
    }

    @Test func bandwidthAddsVideoAndLargestAudio() {
        let playlist = playlist(
            video("v1", 1000), video("v2", 3_000_000), audio("en", 100, language: "en"),
            audio("de", 120, language: "de"))
        #expect(playlist.variants.map(\.uri) == ["v1", "v2"])
        #expect(playlist.variants.map(\.bandwidth) == [1120, 3_000_120])
        #expect(playlist.variants.map(\.averageBandwidth) == [620, 1_500_120])
        #expect(playlist.variants.allSatisfy { $0.audioGroup == "audio" })
        #expect(playlist.variants[0].codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(playlist.renditions.map(\.isDefault) == [true, false])
        #expect(playlist.renditions.map(\.language) == ["en", "de"])
    }

    @Test func audioCodecsAreSeparateGroups() {
        let playlist = playlist(video("v", 1000), audio("aac", 100), audio("ac3", 400, codec: "ac-3"))
        #expect(playlist.renditions.map(\.groupID) == ["audio-1", "audio-2"])
        #expect(playlist.variants.map(\.audioGroup) == ["audio-1", "audio-2"])
        #expect(playlist.variants.map(\.bandwidth) == [1100, 1400])
        #expect(playlist.variants.map(\.codecs) == [["avc1.64001f", "mp4a.40.2"], ["avc1.64001f", "ac-3"]])
    }

    @Test func singleAudioRenditionIsAVariantWithoutGroup() {
        let playlist = playlist(audio("a", 100))
        #expect(playlist.renditions.isEmpty)
        #expect(playlist.variants.map(\.uri) == ["a"])
        #expect(playlist.variants[0].codecs == ["mp4a.40.2"])
    }

    @Test func audioLanguagesWithoutVideoAreOneVariant() {
        let playlist = playlist(audio("en", 100, language: "en"), audio("de", 120, language: "de"))
        #expect(playlist.variants.map(\.uri) == ["en"])
        #expect(playlist.variants.map(\.bandwidth) == [120])
        #expect(playlist.renditions.map(\.uri) == ["en", "de"])
    }

    @Test func muxedAudioIsListedInCodecs() {
        let inside = PresentationRendition.Audio(codec: "mp4a.40.2", channelCount: 2, language: "en")
        let alone = playlist(video("v", 1000, audio: [inside]))
        #expect(alone.variants[0].codecs == ["avc1.64001f", "mp4a.40.2"])
        #expect(alone.renditions.isEmpty)
        let both = playlist(video("v", 1000, audio: [inside]), audio("de", 100, language: "de"))
        #expect(both.renditions.map(\.uri) == [nil, "de"])
        #expect(both.renditions.map(\.isDefault) == [true, false])
    }

    @Test func memberNamesInAGroupAreUnique() {
        let playlist = playlist(video("v", 1), audio("a", 1), audio("b", 1), audio("c", 1, language: "en"))
        #expect(playlist.renditions.map(\.name) == ["Audio", "Audio 2", "en"])
        #expect(playlist.renditions.map(\.language) == ["und", "und", "en"])
    }

    @Test func videoRangeIsDeclaredForAllVariantsOrNone() {
        #expect(playlist(video("a", 1), video("b", 2)).variants.allSatisfy { $0.videoRange == nil })
        #expect(playlist(video("a", 1), video("b", 2, range: .hlg)).variants.map(\.videoRange) == [.sdr, .hlg])
    }

    @Test func displaySizeAppliesPixelAspectAndRotation() {
        var format = CodedVideoFormat(
            configuration: .avc(AVCDecoderConfiguration(bytes: [])), size: PixelSize(width: 720, height: 576),
            pixelAspect: Ratio(64, 45))
        #expect(format.displaySize == PixelSize(width: 1024, height: 576))
        format.displayMatrix = [0, 65536, 0, -65536, 0, 0, 0, 0, 1 << 30]
        #expect(format.displaySize == PixelSize(width: 576, height: 1024))
    }
}
