import HLS
import Media
import Testing

@Suite struct AudioGroupTests {
    private static let described = "public.accessibility.describes-video"

    private func video(_ uri: String, _ bandwidth: Int, range: VideoRange = .sdr) -> PresentationRendition {
        PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: bandwidth, average: bandwidth),
            video: PresentationRendition.Video(
                codec: "avc1.64001f", resolution: PixelSize(width: 1280, height: 720), frameRate: nil, range: range),
            audio: [])
    }

    private func audio(
        _ uri: String, _ language: String, _ bandwidth: Int = 100, codec: String = "mp4a.40.2", channels: Int = 2,
        configure: (inout PresentationRendition.Audio) -> Void = { _ in }
    ) -> PresentationRendition {
        var audio = PresentationRendition.Audio(codec: codec, channelCount: channels, language: language)
        configure(&audio)
        return PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: bandwidth, average: bandwidth), video: nil, audio: [audio])
    }

    private func playlist(_ renditions: PresentationRendition...) -> MultivariantPlaylist {
        Presentation(renditions: renditions, hasIndependentSegments: true).playlist
    }

    private func members(_ group: String, _ playlist: MultivariantPlaylist) -> [AlternativeRendition] {
        playlist.renditions.filter { $0.groupID == group }
    }

    @Test func allGroupsHaveTheSameMembers() {
        let playlist = playlist(
            video("v", 1000), audio("en", "en"), audio("fr", "fr"),
            audio("en-51", "en", 400, codec: "ac-3", channels: 6))
        let (stereo, surround) = (members("audio-1", playlist), members("audio-2", playlist))
        #expect(stereo.map(\.uri) == ["en", "fr"])
        #expect(surround.map(\.uri) == ["en-51", "fr"], "missing members come from another group")
        #expect(stereo.map(\.name) == surround.map(\.name))
        #expect(stereo.map(\.language) == surround.map(\.language))
        #expect(stereo.map(\.isDefault) == [true, false] && surround.map(\.isDefault) == [true, false])
        #expect(surround.map(\.channels) == ["6", "2"])
        #expect(
            playlist.variants.map(\.codecs) == [["avc1.64001f", "mp4a.40.2"], ["avc1.64001f", "ac-3", "mp4a.40.2"]])
        #expect(playlist.variants.map(\.bandwidth) == [1100, 1400])
    }

    @Test func channelLayoutsOfOneCodecAreSeparateGroups() {
        let playlist = playlist(video("v", 1000), audio("stereo", "en"), audio("surround", "en", channels: 6))
        #expect(playlist.renditions.map(\.groupID) == ["audio-1", "audio-2"])
        #expect(playlist.renditions.map(\.name) == ["en", "en"])
    }

    @Test func memberNameIsTheSameInAllGroups() {
        let playlist = playlist(
            video("v", 1000), audio("stereo", "en") { $0.name = "English" },
            audio("surround", "en", channels: 6) { $0.name = "English 5.1" })
        #expect(playlist.renditions.map(\.uri) == ["stereo", "surround"])
        #expect(playlist.renditions.map(\.name) == ["English", "English"])
    }

    @Test func twoTracksOfOneLanguageAreTwoMembers() {
        let playlist = playlist(
            video("v", 1000), audio("film", "en") { $0.name = "English" },
            audio("talk", "en") { $0.name = "Commentary" },
            audio("talk-51", "en", channels: 6) { $0.name = "Commentary" })
        #expect(members("audio-1", playlist).map(\.uri) == ["film", "talk"])
        #expect(members("audio-2", playlist).map(\.uri) == ["film", "talk-51"])
    }

    @Test func audioDescriptionIsNeverTheDefault() {
        let playlist = playlist(
            video("v", 1000), audio("described", "en") { $0.characteristics = [Self.described] }, audio("en", "en"))
        #expect(playlist.renditions.map(\.isDefault) == [false, true])
        #expect(playlist.renditions.map(\.isAutoselect) == [true, true])
        #expect(playlist.renditions.map(\.characteristics) == [[Self.described], []])
        #expect(Set(playlist.renditions.map(\.name)).count == 2)
    }

    @Test func configuredDefaultIsUsed() {
        let playlist = playlist(
            video("v", 1000), audio("en", "en") { $0.isAutoselect = false },
            audio("fr", "fr") { $0.isDefault = true })
        #expect(playlist.renditions.map(\.isDefault) == [false, true])
        #expect(playlist.renditions.map(\.isAutoselect) == [false, true])
    }

    @Test func groupNameCanBeConfigured() {
        let playlist = playlist(
            video("v", 1000), audio("low", "en") { $0.group = "low" }, audio("high", "en", 300) { $0.group = "high" })
        #expect(playlist.renditions.map(\.groupID) == ["low", "high"])
        #expect(playlist.variants.map(\.bandwidth) == [1100, 1300])
    }

    @Test func everyVariantIsOfferedWithEveryGroup() {
        let playlist = playlist(
            video("1080", 6_000_000), video("720", 3_000_000), video("540", 2_000_000), video("270", 500_000),
            video("hdr", 1_000_000, range: .pq), audio("en", "en"), audio("en-51", "en", 400, codec: "ac-3"))
        #expect(
            playlist.variants.map(\.uri) == [
                "540", "270", "720", "1080", "hdr", "270", "540", "720", "1080", "hdr",
            ])
        #expect(playlist.variants.map(\.audioGroup).prefix(5).allSatisfy { $0 == "audio-1" } as Bool)
    }

    @Test func trickPlayRenditionIsNotAVariant() {
        var trick = video("trick", 30)
        trick.isTrickPlay = true
        trick.iFrames = PresentationRendition.IFrames(uri: "trick-i", bandwidth: Bandwidth(peak: 30, average: 20))
        let playlist = playlist(video("v", 1000), trick)
        #expect(playlist.variants.map(\.uri) == ["v"])
        #expect(playlist.iFrameVariants.map(\.uri) == ["trick-i"])
    }
}
