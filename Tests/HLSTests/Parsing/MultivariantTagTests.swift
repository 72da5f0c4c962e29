import HLS
import Media
import Testing

/// Parsing of every multivariant playlist tag.
@Suite struct MultivariantTagTests {
    private static let text = """
        #EXTM3U
        #EXT-X-VERSION:13
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-CONTENT-STEERING:SERVER-URI="https://s.example/steer",PATHWAY-ID="CDN-A"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A, film",LANGUAGE="en"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.facts",URI="facts.json"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.cover",URI="cover.jpg",FORMAT=RAW
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="skd://1",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",ASSOC-LANGUAGE="en-GB",STABLE-RENDITION-ID="r1",DEFAULT=YES,CHANNELS="2/-/BINAURAL",BIT-DEPTH=24,SAMPLE-RATE=48000,INSTREAM-ID="2",URI="a.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",FORCED=YES,CHARACTERISTICS="public.a,public.b",URI="s.m3u8"
        #EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="English",INSTREAM-ID="SERVICE3"
        #EXT-X-STREAM-INF:BANDWIDTH=9000000,AVERAGE-BANDWIDTH=7000000,SCORE=1.5,CODECS="hvc1.2.4.L150,mp4a.40.2",SUPPLEMENTAL-CODECS="dvh1.08.07/db4h/x,lhv1.1",RESOLUTION=3840x2160,FRAME-RATE=59.940,HDCP-LEVEL=TYPE-1,ALLOWED-CPC="urn:uuid:1:HW/SW,com.example:",VIDEO-RANGE=HLG,REQ-VIDEO-LAYOUT="CH-STEREO/PROJ-HEQU,CH-MONO",STABLE-VARIANT-ID="v1",AUDIO="a",SUBTITLES="s",CLOSED-CAPTIONS="c",PATHWAY-ID="CDN-A",PROGRAM-ID=1
        v.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE
        w.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=300000,URI="i.m3u8",VIDEO-RANGE=NEW

        """

    private func parse(_ text: String) throws -> (playlist: MultivariantPlaylist, parsed: ParsedPlaylist) {
        let parsed = try Playlist.parse(text, tolerance: .tolerant)
        guard case .multivariant(let playlist) = parsed.playlist else {
            throw PlaylistProblem(line: 0, message: "kind")
        }
        return (playlist, parsed)
    }

    @Test func sessionTagsAreParsed() throws {
        let playlist = try parse(Self.text).playlist
        #expect(playlist.contentSteering == ContentSteering(serverURI: "https://s.example/steer", pathwayID: "CDN-A"))
        #expect(
            playlist.sessionData == [
                SessionData(id: "com.example.title", content: .value("A, film"), language: "en"),
                SessionData(id: "com.example.facts", content: .json(uri: "facts.json")),
                SessionData(id: "com.example.cover", content: .raw(uri: "cover.jpg")),
            ])
        #expect(playlist.sessionKeys.map(\.uri) == ["skd://1"])
    }

    @Test func renditionAttributesAreParsed() throws {
        let renditions = try parse(Self.text).playlist.renditions
        #expect(renditions.map(\.kind) == [.audio, .subtitles, .closedCaptions])
        let audio = renditions[0]
        #expect(audio.associatedLanguage == "en-GB" && audio.stableID == "r1" && audio.instreamID == "2")
        // DEFAULT=YES implies AUTOSELECT=YES if that is absent.
        #expect(audio.isDefault && audio.isAutoselect)
        #expect(audio.bitDepth == 24 && audio.sampleRate == 48000)
        #expect(audio.channelDescription?.count == 2)
        #expect(audio.channelDescription?.isBinaural == true)
        #expect(audio.channelDescription?.codings == [])
        #expect(renditions[1].isForced && renditions[1].characteristics == ["public.a", "public.b"])
    }

    @Test func variantAttributesAreParsed() throws {
        let playlist = try parse(Self.text).playlist
        let variant = playlist.variants[0]
        #expect(variant.score?.value == 1.5)
        #expect(
            variant.supplementalCodecs == [
                SupplementalCodec(codec: "dvh1.08.07", brands: ["db4h", "x"]), SupplementalCodec(codec: "lhv1.1"),
            ])
        #expect(variant.hdcpLevel == .type1)
        #expect(
            variant.allowedProtection == [
                AllowedProtection(keyFormat: "urn:uuid:1", configurations: ["HW", "SW"]),
                AllowedProtection(keyFormat: "com.example", configurations: []),
            ])
        #expect(variant.videoRange == .hlg)
        #expect(
            variant.requiredVideoLayout == [
                VideoLayout(specifiers: [.stereo, .halfEquirectangular]), VideoLayout(specifiers: [.mono]),
            ])
        #expect(variant.stableID == "v1" && variant.pathwayID == "CDN-A")
        #expect(variant.closedCaptions == .group("c"))
        #expect(variant.unknownAttributes == [UnknownAttribute(name: "PROGRAM-ID", value: "1")])
        #expect(playlist.variants[1].closedCaptions == Variant.ClosedCaptions.none)
        #expect(playlist.iFrameVariants[0].videoRange == VideoRange(rawValue: "NEW"))
    }

    @Test func parsedPlaylistIsWrittenUnchanged() throws {
        let (playlist, parsed) = try parse(Self.text)
        #expect(parsed.warnings.count == 1, "CLOSED-CAPTIONS differs between the variants")
        let again = try parse(playlist.text)
        #expect(again.playlist == playlist)
        #expect(again.parsed.version == 13)
    }

    @Test func tagWithUnknownKeywordIsSkippedAndKept() throws {
        let (playlist, parsed) = try parse(
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=SMELL,GROUP-ID=\"g\"\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n")
        #expect(playlist.renditions.isEmpty)
        #expect(
            playlist.variants[0].unknownTags == [UnknownTag(name: "EXT-X-MEDIA", value: "TYPE=SMELL,GROUP-ID=\"g\"")])
        #expect(
            parsed.warnings.map(\.description) == ["2:19: unknown TYPE 'SMELL'; the tag is ignored"])
    }

    @Test func unambiguousMistakeIsAWarning() throws {
        let parsed = try parse(
            """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",FORCED=NO
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="y" , URI="y"
            #EXT-X-SESSION-KEY:METHOD=AES-128,URI="k",KEYFORMAT="f"
            #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"
            v

            """
        ).parsed
        #expect(
            parsed.warnings.map(\.description) == [
                "2:54: FORCED is allowed for subtitles only", "3:46: unexpected space between attributes",
                "3:48: unexpected space between attributes",
                "1:1: EXT-X-VERSION is 1; the features in use require 5",
            ])
    }
}
