import HLS
import Testing
import HLSRules

/// A playlist whose lines would require too much memory is rejected before any of them is stored.
@Suite struct ScanMemoryTests {
    private static let media = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
    private static let attributes = (0..<200).map { ",X-\($0)=1" }.joined()

    /// Texts that the strict parser rejects immediately for other reasons.
    private static let hostile: [String] = [
        media + "#EXT-X-VERSION:x\n" + String(repeating: "#EXTINF:1,\na\n", count: 20_000),
        media + String(repeating: "#EXT-X-MAP:x\(attributes)\n", count: 400),
        media + "#EXT-X-VERSION:x\n" + String(repeating: "#EXT-X-PART:URI=\"a\"\n", count: 20_000),
        "#EXTM3U \n" + String(repeating: "#EXTa\n", count: 60_000),
        media + String(repeating: "{$a}\n", count: 60_000),
        media + String(repeating: "#EXT-X-MAP:, , , , , , , ,\n", count: 5000),
    ]

    @Test(arguments: hostile.indices) func playlistBeyondMemoryLimitIsRejected(index: Int) {
        let bytes = Array(Self.hostile[index].utf8)
        let problem = #expect(throws: PlaylistProblem.self) { try ScannedPlaylist(bytes, memory: 4 << 20) }
        #expect(problem?.exceedsMemory == true)
        #expect(problem?.message == "parsing the playlist would exceed the limit of 4 MiB of memory")
    }

    @Test func dayOfOneSecondSegmentsIsScanned() throws {
        let segments = (0..<86_400).map { "#EXTINF:1,\nvideo/segment-\($0).m4s\n" }.joined()
        let text = try ScannedPlaylist(Array((Self.media + segments + "#EXT-X-ENDLIST\n").utf8))
        #expect(text.segments.count == 86_400 && !text.isTruncated)
    }

    @Test func rejectedPlaylistHasOneFinding() {
        let text = Self.media + String(repeating: "#EXT-X-MAP:x\(Self.attributes)\n", count: 8000)
        let playlist = CheckedPlaylist(name: "a.m3u8", bytes: Array(text.utf8))
        #expect(playlist.refusal != nil && playlist.parsed == nil && playlist.text.lines.isEmpty)
        var checker = StateChecker(.apple)
        checker.validate(playlist)
        #expect(checker.log.findings.map(\.rule) == ["R0"])
        #expect(checker.log.findings.first?.found == playlist.refusal?.message)
    }

    @Test func playlistAtLineLimitIsNotTruncated() throws {
        let text = "#EXTM3U\n" + String(repeating: "#EXT-X-STREAM-INF:BANDWIDTH=1\na\n", count: 2500)
        let scanned = try ScannedPlaylist(Array(text.dropFirst(8).utf8))
        #expect(scanned.lines.count == 5000 && !scanned.isTruncated)
        #expect(try ScannedPlaylist(Array(text.utf8)).isTruncated)
    }
}
