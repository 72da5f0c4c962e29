import HLS
import Testing

/// A playlist that would expand to many times its size in memory is rejected during parsing.
@Suite struct MemoryLimitTests {
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    private static let codecs = String(repeating: "a,", count: 1000) + "a"
    private static let attributes = (0..<200).map { ",X-\($0)=1" }.joined()

    /// Texts whose lines require much more memory than their size.
    private static let hostile: [String] = [
        "#EXTM3U\n" + String(repeating: "#EXTa\n", count: 40_000),
        media + String(repeating: "#EXTINF:1,\na\n", count: 40_000),
        media + "#EXT-X-PART-INF:PART-TARGET=1\n"
            + String(repeating: "#EXT-X-PART:DURATION=1,URI=\"a\"\n", count: 40_000),
        media + "#EXT-X-PROGRAM-DATE-TIME:2020-01-01T00:00:00Z\n"
            + String(
                repeating: "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2020-01-01T00:00:00Z\"\(attributes)\n", count: 400),
        media
            + (0..<2000).map { "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"\($0 % 60)\"\n#EXTINF:1,\na\n" }
            .joined(),
        "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"\(codecs)\"\na\n", count: 200),
    ]

    @Test(arguments: hostile.indices) func playlistBeyondMemoryLimitIsRejected(index: Int) {
        var limits = PlaylistLimits()
        limits.memory = 4 << 20
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse(Self.hostile[index], limits: limits) }
        #expect(problem?.message == "parsing the playlist would exceed the limit of 4 MiB of memory")
    }

    @Test func dayOfOneSecondSegmentsIsParsed() throws {
        let segments = (0..<86_400).map { "#EXTINF:1,\nvideo/segment-\($0).m4s\n" }.joined()
        let parsed = try Playlist.parse(Self.media + segments + "#EXT-X-ENDLIST\n")
        guard case .media(let playlist) = parsed.playlist else {
            Issue.record("it is a media playlist")
            return
        }
        #expect(playlist.segments.count == 86_400)
    }

    @Test func mediaPlaylistIsRejectedEarlyIfVariantsAreRequired() {
        let problem = #expect(throws: PlaylistProblem.self) {
            try Playlist.parse(Array((Self.media + "#EXTINF:wrong\n").utf8), isMultivariant: true)
        }
        #expect(problem?.message.hasPrefix("this is a media playlist") == true)
    }

    @Test func numberOfVariantsIsLimited() {
        let text = "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", count: 5001)
        let problem = #expect(throws: PlaylistProblem.self) { try Playlist.parse(text) }
        #expect(problem?.message == "more than 5000 variants and renditions")
    }
}
