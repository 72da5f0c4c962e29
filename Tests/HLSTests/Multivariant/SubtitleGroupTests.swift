import HLS
import Media
import Testing

@Suite struct SubtitleGroupTests {
    private static let captions = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]

    private func video(_ uri: String = "v", _ bandwidth: Int = 1000) -> PresentationRendition {
        PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: bandwidth, average: bandwidth / 2),
            video: PresentationRendition.Video(
                codec: "avc1.64001f", resolution: PixelSize(width: 1280, height: 720), frameRate: nil, range: .sdr),
            audio: [])
    }

    private func text(
        _ uri: String, _ language: String?, codec: String? = nil,
        configure: (inout PresentationRendition.Text) -> Void = { _ in }
    ) -> PresentationRendition {
        var rendition = PresentationRendition(
            uri: uri, bandwidth: Bandwidth(peak: 10, average: 5), video: nil, audio: [])
        var text = PresentationRendition.Text(codec: codec, language: language)
        configure(&text)
        rendition.text = text
        return rendition
    }

    private func playlist(
        _ renditions: PresentationRendition..., captions: PresentationCaptions = .unknown
    ) -> MultivariantPlaylist {
        var presentation = Presentation(renditions: renditions, hasIndependentSegments: true)
        presentation.captions = captions
        return presentation.playlist
    }

    @Test func everyVariantOffersTheSubtitles() {
        let playlist = playlist(video("a"), video("b", 2000), text("en", "en"), text("fr", "fr"))
        #expect(playlist.variants.map(\.subtitlesGroup) == ["subtitles", "subtitles"])
        #expect(playlist.variants.map(\.bandwidth).sorted() == [1010, 2010])
        #expect(playlist.variants.allSatisfy { $0.codecs == ["avc1.64001f"] }, "WebVTT files have no codec")
        #expect(playlist.renditions.map(\.kind) == [.subtitles, .subtitles])
        #expect(playlist.renditions.map(\.uri) == ["en", "fr"])
        #expect(playlist.renditions.allSatisfy { !$0.isDefault && $0.isAutoselect && !$0.isForced })
    }

    @Test func subtitleAttributesAreWritten() throws {
        let text = playlist(
            video(),
            text("en", "en") {
                $0.name = "English"
                $0.attributes.isDefault = true
            },
            text("sdh", "en") { $0.attributes.characteristics = Self.captions },
            text("forced", "en") { $0.attributes.isForced = true }, text("unknown", nil, codec: "wvtt")
        ).text
        for line in [
            #"TYPE=SUBTITLES,GROUP-ID="subtitles",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="en""#,
            #"NAME="en (SDH)",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,CHARACTERISTICS="\#(Self.captions.joined(separator: ","))""#,
            #"NAME="en (forced)",LANGUAGE="en",DEFAULT=NO,AUTOSELECT=YES,FORCED=YES"#, #"LANGUAGE="und""#,
            #"CODECS="avc1.64001f,wvtt""#,
        ] {
            #expect(text.contains(line), "\(line)")
        }
        #expect(try Playlist.parse(text).warnings.isEmpty)
    }

    @Test func namedGroupsAreOfferedWithEveryVariant() {
        let playlist = playlist(
            video("a"), text("full", "en") { $0.attributes.group = "full" },
            text("signs", "en") { $0.attributes.group = "signs" })
        #expect(playlist.variants.map(\.uri) == ["a", "a"])
        #expect(playlist.variants.map(\.subtitlesGroup) == ["full", "signs"])
    }

    @Test func subtitlesDoNotBecomeAVariantBesideAudio() {
        var audioOnly = PresentationRendition(
            uri: "sound", bandwidth: Bandwidth(peak: 100, average: 100), video: nil, audio: [])
        audioOnly.audio = [PresentationRendition.Audio(codec: "mp4a.40.2", channelCount: 2)]
        let playlist = playlist(audioOnly, text("en", "en"))
        #expect(playlist.variants.map(\.uri) == ["sound"])
        #expect(playlist.renditions.map(\.kind) == [.subtitles])
    }

    @Test func embeddedCaptionsAreDeclared() throws {
        var first = CaptionDescription(.line21(1))
        (first.language, first.name, first.isDefault) = ("en", "English", true)
        let playlist = playlist(video(), captions: .services([first, CaptionDescription(.digital(2))]))
        #expect(playlist.variants.map(\.closedCaptions) == [.group("captions")])
        let text = playlist.text
        #expect(
            text.contains(
                #"TYPE=CLOSED-CAPTIONS,GROUP-ID="captions",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,INSTREAM-ID="CC1""#
            ))
        #expect(text.contains(#"NAME="SERVICE2""#) && text.contains(#"INSTREAM-ID="SERVICE2""#))
        #expect(text.contains("#EXT-X-VERSION:7") && text.contains(#"CLOSED-CAPTIONS="captions""#))
        #expect(try Playlist.parse(text).warnings.isEmpty)
    }

    @Test func absentCaptionsAreDeclaredAsNone() throws {
        let text = playlist(video("a"), video("b", 2000), captions: .absent).text
        #expect(text.components(separatedBy: "CLOSED-CAPTIONS=NONE").count == 3)
        #expect(try Playlist.parse(text).warnings.isEmpty)
    }
}

extension String {
    fileprivate func components(separatedBy text: String) -> [Substring] {
        split(separator: text, omittingEmptySubsequences: false)
    }
}
