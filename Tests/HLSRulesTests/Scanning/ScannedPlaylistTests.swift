import HLS
import Media
import Testing
import HLSRules

@Suite struct ScannedPlaylistTests {
    private static func scan(_ text: String) throws -> ScannedPlaylist { try ScannedPlaylist(Array(text.utf8)) }

    @Test func segmentTimesAreAccumulated() throws {
        let text = try Self.scan(ValidTexts.movie)
        #expect(text.kind == .media)
        #expect(text.segments.map(\.sequence) == [0, 1, 2, 3])
        #expect(text.segments.map(\.begin) == [.zero, .seconds(6), .seconds(12), .seconds(18)])
        #expect(text.segments.map(\.discontinuitySequence) == [0, 0, 1, 1])
        #expect(text.segments.allSatisfy { $0.map != nil })
    }

    @Test func byteRangeWithoutOffsetContinuesPreviousRange() throws {
        let text = try Self.scan(ValidTexts.fullyTagged)
        #expect(text.segments[1].byteRange == ByteRange(offset: 1800, length: 1000))
        #expect(text.segments[1].uri == "movie.mp4?abc")
        #expect(text.segments.map(\.keys.count) == [1, 1, 0])
    }

    @Test func skippedSegmentsAdvanceMediaSequence() throws {
        let text = try Self.scan("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:5\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\na\n")
        #expect(text.segments.map(\.sequence) == [8])
    }

    @Test func partsBelongToFollowingSegment() throws {
        let text = try Self.scan(ValidTexts.lowLatency(after: 3, parts: 2))
        #expect(text.segments.suffix(3).map(\.parts.count) == [4, 4, 4])
        #expect(text.upcomingParts.count == 2)
        #expect(text.edge?.mediaSequence == 231)
        #expect(text.edge?.part == 1)
    }

    @Test func invalidTextIsRecorded() throws {
        let text = try ScannedPlaylist([0xef, 0xbb, 0xbf] + Array("#EXTM3U\n# ".utf8) + [0xff, 0x0a, 0x07])
        #expect(text.textFaults.map(\.line) == [1, 2, 3])
    }

    @Test func attributeFaultsAreRecorded() throws {
        let attributes = try Self.scan("#EXTM3U\n#EXT-X-KEY:METHOD = NONE,b=1,URI=\"a\" ,URI=\"b\",IV\n").lines[1]
            .attributes
        #expect(
            attributes?.faults == [
                .space(near: "METHOD"), .space(near: "METHOD"), .malformed("b"), .space(near: "URI"),
                .duplicate("URI"), .malformed("IV"),
            ])
        #expect(attributes?.text("URI") == "a")
    }

    @Test func largeNumbersAndLongLinesAreAccepted() throws {
        let many = String(repeating: "9", count: 30)
        let text = try Self.scan(
            "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXT-X-SKIP:SKIPPED-SEGMENTS=9223372036854775807\n"
                + "#EXT-X-DISCONTINUITY-SEQUENCE:9223372036854775807\n#EXT-X-DISCONTINUITY\n#EXTINF:\(many),\n"
                + "#EXT-X-BYTERANGE:9223372036854775807\n" + String(repeating: "a", count: 1 << 17) + "\n")
        #expect(text.isTruncated)
        #expect(text.segments.count == 1)
        var checker = StateChecker(.apple)
        checker.validate(
            CheckedPlaylist(name: "a", bytes: Array("#EXTM3U\n#EXT-X-TARGETDURATION:9223372036854775807\n".utf8)))
    }

    @Test func combiningMarksDoNotHideDelimiters() throws {
        let text = try Self.scan("#EXTM3U\n#EXT-X-MAP:URI=\"\u{301}a\"\n#EXTINF:6.0,\u{301}b\na\n")
        #expect(text.lines[1].attributes?.faults == [] && text.lines[1].attributes?.text("URI") == "\u{301}a")
        #expect(text.segments.first?.duration == .seconds(6))
    }

    @Test func attributesAndKeysAreLimited() throws {
        var text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-KEY:" + String(repeating: ",", count: 60_000) + "\n"
        for index in 0..<2000 {
            text += "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"a\",KEYFORMAT=\"\(index)\"\n#EXTINF:6,\n\(index)\n"
        }
        let scanned = try Self.scan(text)
        #expect(scanned.lines[2].attributes?.faults.count ?? 0 < 100)
        #expect(scanned.segments.last?.keys.count == 64)
    }

    @Test func multivariantPlaylistHasLowerLineLimit() throws {
        var text = "#EXTM3U\n"
        for index in 0..<6000 { text += "#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO=\"\(index)\"\n\(index)\n" }
        let scanned = try Self.scan(text)
        #expect(scanned.isTruncated && scanned.lines.count == 5000)
    }

    @Test func variableExpansionIsLimited() throws {
        var text = "#EXTM3U\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(String(repeating: "x", count: 60_000))\"\n"
        text += String(repeating: String(repeating: "{$a}", count: 1000) + "\n", count: 20)
        let size = try Self.scan(text).lines.reduce(0) { $0 + ($1.value?.utf8.count ?? 0) }
        #expect(size < 6 << 20)
    }
}
