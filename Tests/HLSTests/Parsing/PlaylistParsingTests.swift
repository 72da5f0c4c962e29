import HLS
import Media
import Testing

@Suite struct PlaylistParsingTests {
    @Test(arguments: UInt64(1)...300)
    func randomPlaylistsRoundTrip(seed: UInt64) throws {
        var random = RandomPlaylists(seed: seed)
        let media = random.media()
        #expect(try Playlist.parse(media.text, tolerance: .tolerant).playlist == .media(media))
        let multivariant = random.multivariant()
        #expect(
            try Playlist.parse(multivariant.text, tolerance: .tolerant).playlist == .multivariant(multivariant))
    }

    @Test func carriageReturnsAndCommentsAreSkipped() throws {
        let text = "#EXTM3U\r\n# a comment\r\n\r\n#EXT-X-TARGETDURATION:6\r\n#EXTINF:5.5\r\na.ts\r\n"
        let playlist = MediaPlaylist(
            targetDuration: 6, segments: [MediaSegment(uri: "a.ts", duration: .milliseconds(5500))])
        #expect(try Playlist.parse(text).playlist == .media(playlist))
    }

    @Test func unknownTagsAreListedWithTheirLines() throws {
        let text =
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:6\n#EXT-X-CUE-OUT:DURATION=30\n#EXTINF:5,\na\n#EXT-Y\n"
        let parsed = try Playlist.parse(text)
        #expect(parsed.version == 9)
        #expect(parsed.unknownTags.map(\.name) == ["EXT-X-CUE-OUT", "EXT-Y"])
        #expect(parsed.unknownTags.map(\.line) == [4, 7])
    }

    @Test func byteRangeWithoutOffsetContinuesThePreviousOne() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXTINF:6,
            #EXT-X-BYTERANGE:100@50
            a.mp4
            #EXTINF:6,
            #EXT-X-BYTERANGE:70
            a.mp4

            """
        guard case .media(let media) = try Playlist.parse(text).playlist else {
            Issue.record("not a media playlist")
            return
        }
        #expect(
            media.segments.map(\.byteRange) == [ByteRange(offset: 50, length: 100), ByteRange(offset: 150, length: 70)])
    }

    @Test(arguments: [
        ("", "1:1: the first line is not #EXTM3U: this is not a playlist"),
        ("#EXTM3U8\n", "1:1: the first line is not #EXTM3U: this is not a playlist"),
        ("\u{feff}#EXTM3U\n", "1:1: a playlist must not begin with a byte order mark"),
        ("#EXTM3U\n", "1:1: the playlist has no media or multivariant tag"),
        ("#EXTM3U\n#EXTINF:6,\na\n", "3:1: EXT-X-TARGETDURATION is missing"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6.5\n", "2:24: unexpected '.5' after the value"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:\n", "2:23: EXT-X-TARGETDURATION requires a value"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:0\n", "2:23: the target duration must be at least 1"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:99999999999\n", "2:23: a target duration is larger than 2147483647"),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6\n",
            "3:1: duplicate EXT-X-TARGETDURATION; it must appear at most once"
        ),
        ("#EXTM3U\n#EXT-X-ENDLIST:1\n", "2:16: EXT-X-ENDLIST must not have a value"),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\na.ts\n", "3:1: segment URI without EXTINF"),
        ("#EXTM3U\na.ts\n", "2:1: unexpected URI before the first media or multivariant tag"),
        ("#EXTM3U\n#EXTINF:-1,\n", "2:9: a segment duration must begin with a digit"),
        ("#EXTM3U\n#EXTINF:6;\n", "2:10: expected ',' after the duration"),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\n",
            "3:1: EXTINF without a URI: the playlist is truncated"
        ),
        (
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-STREAM-INF:BANDWIDTH=1\n",
            "3:1: EXT-X-STREAM-INF is not allowed here: media and multivariant tags cannot be mixed"
        ),
        ("#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"a\"\n", "2:19: EXT-X-STREAM-INF requires BANDWIDTH"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=\"1\"\n", "2:30: BANDWIDTH must not be quoted"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,BANDWIDTH=2\n", "2:31: duplicate attribute BANDWIDTH"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,a=2\n", "2:31: expected an attribute name in capital letters"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1x\n", "2:30: '1x' is not a valid value"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:NAME=\"ü\",CODECS=\"b\n", "2:36: CODECS has no closing quote"),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n", "2:1: EXT-X-STREAM-INF without a URI: the playlist is truncated"),
        (
            "#EXTM3U\n#EXTINF:6,\n#EXT-X-BYTERANGE:9\na\n",
            "3:18: a byte range without an offset must follow a range of the same resource"
        ),
        (
            "#EXTM3U\n#EXTINF:6,\n#EXT-X-BYTERANGE:9223372036854775807@1\na\n",
            "3:18: the byte range ends beyond 2^63"
        ),
        ("#EXTM3U\nab\u{7}c\n", "2:3: unexpected control character 7"),
        (
            "#EXTM3U\n#EXTINF:1,\na\n#EXT-X-MEDIA-SEQUENCE:1\n",
            "4:23: EXT-X-MEDIA-SEQUENCE must precede the first segment"
        ),
    ])
    func problemsHaveLineAndColumn(text: String, expected: String) {
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse(text) }
        #expect(problem?.description == expected)
    }

    @Test func exceededLimitsAreReported() {
        var limits = PlaylistLimits()
        limits.entries = 2
        limits.lineLength = 100
        limits.attributes = 3
        limits.size = 2000
        func message(_ text: String) -> String? {
            #expect(throws: PlaylistProblem.self) { try Playlist.parse(text, limits: limits) }?.message
        }
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        #expect(message(head + String(repeating: "#EXTINF:1,\na\n", count: 3)) == "more than 2 segments")
        #expect(message(head + String(repeating: "a", count: 101)) == "the line has 101 bytes; the limit is 100")
        #expect(message("#EXTM3U\n#EXT-X-MEDIA:A=1,B=1,C=1,D=1\n") == "more than 3 attributes")
        #expect(
            message(String(repeating: "#EXTM3U\n", count: 300)) == "the playlist has 2400 bytes; the limit is 2000")
    }

    @Test func invalidUTF8IsRejected() {
        #expect(throws: PlaylistProblem.self) { try Playlist.parse(Array("#EXTM3U\n".utf8) + [0x23, 0xff, 0xfe]) }
    }

    @Test(arguments: UInt64(1)...100)
    func damagedPlaylistsNeverTrap(seed: UInt64) throws {
        var random = RandomPlaylists(seed: seed)
        for text in [random.media().text, random.multivariant().text] {
            for _ in 0..<20 {
                var bytes = Array(text.utf8)
                for _ in 0..<3 {
                    let position = Int.random(in: 0..<bytes.count, using: &random.random)
                    switch Int.random(in: 0..<4, using: &random.random) {
                    case 0: bytes[position] = UInt8.random(in: 0...255, using: &random.random)
                    case 1: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: position)
                    case 2: bytes.remove(at: position)
                    default: bytes.removeSubrange(position..<min(bytes.count, position + 9))
                    }
                }
                // A text that still parses can be written, summarized and parsed again.
                guard let parsed = try? Playlist.parse(bytes, tolerance: .tolerant) else { continue }
                #expect(!PlaylistSummary(parsed).lines.isEmpty)
                #expect(!parsed.playlist.text.isEmpty)
            }
        }
    }

    @Test func lineBreaksAndQuotesInTextAreReplaced() throws {
        let rendition = AlternativeRendition(kind: .audio, groupID: "a\"b", name: "line\nbreak\u{85}")
        let text = MultivariantPlaylist(renditions: [rendition]).text
        #expect(text.contains("GROUP-ID=\"a'b\",NAME=\"line break \""))
        #expect(throws: Never.self) { try Playlist.parse(text) }
    }
}
