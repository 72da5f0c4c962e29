import HLS
import Testing

/// Requirements for a whole playlist, and the handling of playlists that violate them.
@Suite struct PlaylistConsistencyTests {
    private static let live = """
        #EXTM3U
        #EXT-X-VERSION:9
        #EXT-X-TARGETDURATION:2
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=1.5,CAN-SKIP-UNTIL=12,HOLD-BACK=6
        #EXT-X-PART-INF:PART-TARGET=0.5

        """
    private static let head = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n"

    @Test(arguments: [
        (
            head + "#EXTINF:2,\na\n#EXTINF:2.5,\nb\n",
            "5:9: the segment is longer than EXT-X-TARGETDURATION: 3 s rounded, declared 2 s"
        ),
        (
            head + "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\"\n",
            "3:18: EXT-X-DATERANGE requires an EXT-X-PROGRAM-DATE-TIME in the playlist"
        ),
        (
            head + "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXT-X-DATERANGE:ID=\"a\",CLASS=\"b\"\n"
                + "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"c\"\n",
            "5:18: EXT-X-DATERANGE contradicts an earlier one with the ID 'a'"
        ),
        (live + "#EXT-X-PART:URI=\"a\",DURATION=0.6\n", "6:30: the part is longer than PART-TARGET"),
        (
            live.replacing("1.5", with: "0.9"), "4:23: PART-HOLD-BACK must be at least two part targets"
        ),
        (live.replacing("=6", with: "=5"), "4:23: HOLD-BACK must be at least three target durations"),
        (live.replacing("=12", with: "=11"), "4:23: CAN-SKIP-UNTIL must be at least six target durations"),
        (
            live.replacing("PART-HOLD-BACK=1.5,", with: ""),
            "5:17: EXT-X-PART-INF requires PART-HOLD-BACK in EXT-X-SERVER-CONTROL"
        ),
        (
            live + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"b\"\n",
            "7:21: duplicate EXT-X-PRELOAD-HINT of this TYPE"
        ),
        (
            live + "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"a\"\n#EXT-X-ENDLIST\n",
            "6:21: EXT-X-PRELOAD-HINT in a playlist with EXT-X-ENDLIST"
        ),
        (
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\",DEFAULT=YES\n"
                + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"b\",DEFAULT=YES\n",
            "3:55: second default in the group 'g'"
        ),
        (
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=NONE\na\n#EXT-X-STREAM-INF:BANDWIDTH=2\nb\n",
            "4:19: CLOSED-CAPTIONS=NONE must be on every EXT-X-STREAM-INF or on none"
        ),
        (
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"b\"\na\n",
            "2:38: no EXT-X-MEDIA with TYPE=AUDIO has this GROUP-ID"
        ),
        (
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CLOSED-CAPTIONS=\"b\"\na\n",
            "2:48: no EXT-X-MEDIA with TYPE=CLOSED-CAPTIONS has this GROUP-ID"
        ),
        (
            head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"m\"\n",
            "4:12: a map encrypted with AES-128 requires IV in its EXT-X-KEY"
        ),
    ])
    func inconsistencyIsRejectedOrAWarningForPlayers(text: String, expected: String) throws {
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse(text) }
        #expect(problem?.description == expected)
        #expect(try Playlist.parse(text, tolerance: .tolerant).warnings.map(\.description).contains(expected))
    }

    @Test(arguments: [
        (
            "#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\"\n"
                + "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"a\"\n",
            "3:44: duplicate name in the group 'g'"
        ),
        (
            "#EXTM3U\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"c\"\n",
            "3:30: duplicate DATA-ID 'a' in this language"
        ),
    ])
    func duplicateNameIsRejectedOrAWarningForPlayers(text: String, expected: String) throws {
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse(text) }
        #expect(problem?.description == expected)
        let parsed = try Playlist.parse(text, tolerance: .tolerant)
        #expect(parsed.warnings.contains { $0.isDeviation && $0.description.hasPrefix(expected) })
    }

    @Test(arguments: ["2.499999", "2", "0"])
    func segmentThatRoundsToTheTargetIsAllowed(duration: String) throws {
        #expect(try Playlist.parse(Self.head + "#EXTINF:\(duration),\na\n").playlist.isWithoutProblem)
        #expect(try Playlist.parse(Self.live).warnings.isEmpty)
    }
}

extension Playlist {
    /// Whether the rendered playlist parses without problems to an equal one.
    fileprivate var isWithoutProblem: Bool { (try? Playlist.parse(text).playlist) == self }
}
