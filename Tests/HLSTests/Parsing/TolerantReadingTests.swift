import HLS
import Testing

/// Deviations of real playlists whose meaning is clear.
@Suite struct TolerantReadingTests {
    private static let media = """
        #EXTM3U
        #EXT-X-VERSION:3
        #EXT-X-TARGETDURATION:6
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00112233445566778899AABBCCDDEEFF
        #EXTINF:6.000000,
        a.ts
        #EXTINF:5.500000,
        b.ts
        #EXT-X-ENDLIST

        """

    private static let multivariant = """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,AUTOSELECT=YES,URI="a.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a"
        v.m3u8

        """

    @Test(arguments: [
        ("#EXTINF:6.000000,", "#EXTINF:6.000000,\t"), ("#EXTINF:6.000000,", "#EXTINF:6.000000\t,"),
        ("#EXTINF:6.000000,", "#EXTINF: 6.000000,"), ("#EXTINF:6.000000,", "#EXTINF:6"),
        ("#EXTINF:6.000000,", "  #EXTINF:6,"), ("#EXTINF:5.500000,", "#EXTINF:5.5 ,"),
        ("#EXTM3U", "\u{feff}#EXTM3U"), ("#EXTM3U\n", "\n \n#EXTM3U \n"), ("#EXTM3U", "#EXTM3U x-tvg-url=\"x\""),
        ("TARGETDURATION:6", "TARGETDURATION:6 "), ("TARGETDURATION:6", "TARGETDURATION: 6"),
        ("TARGETDURATION:6", "TARGETDURATION:5.50"), ("#EXT-X-TARGETDURATION:6\n", ""),
        ("#EXT-X-TARGETDURATION:6\n", "#EXT-X-TARGETDURATION:6\n#EXT-X-TARGETDURATION:6\n"),
        ("TYPE:VOD", "TYPE:vod"), ("METHOD=AES-128", "METHOD=aes-128"), ("METHOD=AES-128", "METHOD=\"AES-128\""),
        ("URI=\"k\"", "URI=k"), ("URI=\"k\",", "URI = \"k\" ,\t"), ("URI=\"k\",", "URI=\"k\" "),
        ("URI=\"k\",", "URI=\"k\",,"), ("URI=\"k\",", "URI=\"k\",KEYFORMAT=,"), ("URI=\"k\"", "URI=\"k\",URI=\"k\""),
        ("IV=0x0011", "IV=0011"), ("AABBCCDDEEFF", "aabbccddeeff"), ("a.ts", "a.ts\t"), ("a.ts", " a.ts "),
        ("#EXT-X-ENDLIST", "#EXT-X-ENDLIST:"), ("#EXT-X-ENDLIST", "#EXT-X-ENDLIST\t"),
        ("#EXT-X-ENDLIST", "# \u{9}comment\u{1}\n#EXT-X-ENDLIST"), ("a.ts\n", "a.ts\r\r\n"),
        ("b.ts\n", "b.ts\n\t\n"),
    ])
    func harmlessMediaDeviationIsAWarning(right: String, wrong: String) throws {
        try expectSame(Self.media, right, wrong)
    }

    @Test(arguments: [
        ("TYPE=AUDIO", "TYPE=audio"), ("TYPE=AUDIO", "TYPE=\"AUDIO\""), ("DEFAULT=YES", "DEFAULT=yes"),
        ("DEFAULT=YES", "DEFAULT=\"YES\""), ("DEFAULT=YES", "DEFAULT=TRUE"), ("AUTOSELECT=YES", "AUTOSELECT=NO"),
        ("GROUP-ID=\"a\"", "GROUP-ID=a"), ("NAME=\"English\"", "NAME=English"),
        (",URI=\"a.m3u8\"", ", URI=\"a.m3u8\" ,"),
        ("BANDWIDTH=1000000", "BANDWIDTH=\"1000000\""), ("BANDWIDTH=1000000", "BANDWIDTH=1000000.7"),
        ("\"avc1.64001f,mp4a.40.2\"", "avc1.64001f,mp4a.40.2"), ("1280x720", "1280X720"),
        ("\nv.m3u8", "\n#EXT-X-INDEPENDENT-SEGMENTS:\nv.m3u8"),
    ])
    func harmlessMultivariantDeviationIsAWarning(right: String, wrong: String) throws {
        try expectSame(Self.multivariant, right, wrong)
    }

    private func expectSame(_ text: String, _ right: String, _ wrong: String) throws {
        #expect(text.contains(right))
        let bad = text.replacing(right, with: wrong)
        var good = try Playlist.parse(text)
        let read = try Playlist.parse(bad, tolerance: .tolerant)
        if case .multivariant(var playlist) = good.playlist, wrong.contains("INDEPENDENT") {
            playlist.hasIndependentSegments = true
            good.playlist = .multivariant(playlist)
        }
        #expect(read.playlist == good.playlist, "\(read.playlist.text)")
        #expect(!read.warnings.isEmpty && read.faults.isEmpty, "no warning")
    }

    @Test func titleKeepsSpacesAndInvalidBytes() throws {
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        let spaced = try Playlist.parse(head + "#EXTINF:6, a title \na.ts\n")
        guard case .media(let playlist) = spaced.playlist else { return }
        #expect(playlist.segments[0].title == " a title ")
        let bytes = Array((head + "#EXTINF:6,caf").utf8) + [0xe9, 0x0a] + Array("a.ts\n".utf8)
        #expect(throws: PlaylistProblem.self) { try Playlist.parse(bytes) }
        let latin = try Playlist.parse(bytes, tolerance: .tolerant)
        #expect(latin.warnings.map(\.line) == [3] && latin.warnings[0].isDeviation)
    }

    @Test func malformedOptionalTagsAreSkippedAndKept() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PROGRAM-DATE-TIME:yesterday\n#EXTINF:6,\na.ts\n"
        #expect(throws: PlaylistProblem.self) { try Playlist.parse(text) }
        let parsed = try Playlist.parse(text, tolerance: .tolerant)
        #expect(parsed.warnings.map(\.line) == [3] && parsed.playlist.text.contains("PROGRAM-DATE-TIME:yesterday\n"))
    }

    @Test(arguments: ["#EXTINF:six,\na.ts\n", "a.ts\n", "#EXTINF:6,\na\u{9}b.ts\n", "#EXT-X-KEY:METHOD=AES-128\n"])
    func ambiguousDeviationIsThrown(lines: String) {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + lines
        #expect(throws: PlaylistProblem.self) { try Playlist.parse(text, tolerance: .tolerant) }
    }

    @Test func completeModeListsFaultsAndContinues() throws {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXTINF:six,
            a.ts
            #EXT-X-KEY:METHOD=AES-128
            #EXTINF:6,
            b\u{7}.ts
            #EXTINF:6,\t
            c.ts
            #EXT-X-STREAM-INF:BANDWIDTH=1
            #EXTINF:6,

            """
        let parsed = try Playlist.parse(text, tolerance: .complete)
        #expect(parsed.faults.map(\.line) == [3, 5, 7, 8, 10, 11] && !parsed.warnings.isEmpty, "\(parsed.faults)")
        guard case .media(let playlist) = parsed.playlist else { return }
        #expect(playlist.segments.map(\.uri) == ["a.ts", "c.ts"])
        let variants = "#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"a\"\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1\nb.m3u8\n"
        let multivariant = try Playlist.parse(variants, tolerance: .complete)
        #expect(multivariant.faults.map(\.line) == [2])
        guard case .multivariant(let playlist) = multivariant.playlist else { return }
        #expect(playlist.variants.map(\.uri) == ["b.m3u8"])
        #expect(try Playlist.parse("#EXTINF:6,\na.ts\n", tolerance: .complete).faults.map(\.line) == [1])
        let commented = "# one\n# two\n#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXT-X-ENDLIST\n"
        let behindComments = try Playlist.parse(commented, tolerance: .complete)
        #expect(behindComments.faults.map(\.line) == [1])
        guard case .media(let media) = behindComments.playlist else {
            Issue.record("not a media playlist")
            return
        }
        #expect(media.segments.map(\.uri) == ["a.ts"])
        #expect(throws: PlaylistProblem.self) { try Playlist.parse("# one\n", tolerance: .complete) }
    }

    @Test func exceededLimitsAreThrownInEveryMode() {
        var limits = PlaylistLimits()
        limits.entries = 1
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n"
        #expect(throws: PlaylistProblem.self) { try Playlist.parse(text, limits: limits, tolerance: .complete) }
        limits = PlaylistLimits()
        limits.memory = 1000
        let many = text + String(repeating: "#EXTINF:6,\nc.ts\n", count: 100)
        let problem = #expect(throws: PlaylistProblem.self) {
            try Playlist.parse(many, limits: limits, tolerance: .complete)
        }
        #expect(problem?.exceedsMemory == true)
    }
}
