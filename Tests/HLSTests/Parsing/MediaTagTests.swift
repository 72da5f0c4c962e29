import HLS
import Media
import Testing

/// Parsing of every media playlist tag.
@Suite struct MediaTagTests {
    private static let live = """
        #EXTM3U
        #EXT-X-VERSION:10
        #EXT-X-DEFINE:NAME="cdn",VALUE="https://a.example"
        #EXT-X-START:TIME-OFFSET=-12.5,PRECISE=YES
        #EXT-X-TARGETDURATION:4
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=24,CAN-SKIP-DATERANGES=YES,HOLD-BACK=12,PART-HOLD-BACK=3.012
        #EXT-X-PART-INF:PART-TARGET=1.004
        #EXT-X-MEDIA-SEQUENCE:100
        #EXT-X-DISCONTINUITY-SEQUENCE:3
        #EXT-X-SKIP:SKIPPED-SEGMENTS=20,RECENTLY-REMOVED-DATERANGES="ad-1\tad-2"
        #EXT-X-KEY:METHOD=AES-128,URI="{$cdn}/key",IV=0x1F
        #EXT-X-MAP:URI="{$cdn}/init.mp4",BYTERANGE="900@0"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://id",KEYFORMAT="com.apple.streamingkeydelivery",KEYFORMATVERSIONS="1/2"
        #EXT-X-PROGRAM-DATE-TIME:2026-02-03T04:05:06.789+01:00
        #EXT-X-BITRATE:4500
        #EXT-X-DATERANGE:ID="ad-3",CLASS="com.example.ad",START-DATE="2026-02-03T03:05:07Z",PLANNED-DURATION=30,CUE="PRE,ONCE",SCTE35-OUT=0xFC30,X-COM-URL="{$cdn}/ad",X-COUNT=3.50,X-RAW=0x0aff
        #EXT-X-PART:DURATION=1.004,URI="p1.mp4",INDEPENDENT=YES
        #EXT-X-PART:DURATION=1.004,URI="p.mp4",BYTERANGE="500@10"
        #EXT-X-PART:DURATION=1,URI="p.mp4",BYTERANGE="300",GAP=YES
        #EXTINF:4.00008,first
        #EXT-X-BYTERANGE:1000@2000
        {$cdn}/s1.mp4
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-DISCONTINUITY
        #EXT-X-GAP
        #EXTINF:4,
        s2.mp4
        #EXT-X-PART:DURATION=1.004,URI="s3.1.mp4",INDEPENDENT=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="s3.2.mp4",BYTERANGE-START=100,BYTERANGE-LENGTH=50
        #EXT-X-RENDITION-REPORT:URI="../audio/p.m3u8",LAST-MSN=122,LAST-PART=0

        """

    private func parse(_ text: String) throws -> (playlist: MediaPlaylist, parsed: ParsedPlaylist) {
        let parsed = try Playlist.parse(text, tolerance: .tolerant)
        guard case .media(let playlist) = parsed.playlist else { throw PlaylistProblem(line: 0, message: "kind") }
        return (playlist, parsed)
    }

    @Test func playlistTagsAreParsed() throws {
        let (playlist, parsed) = try parse(Self.live)
        #expect(parsed.version == 10)
        #expect(parsed.variables == ["cdn": "https://a.example"])
        #expect(playlist.definitions == [.value(name: "cdn", value: "https://a.example")])
        #expect(playlist.start == StartPoint(timeOffset: .milliseconds(-12_500), isPrecise: true))
        #expect(
            playlist.serverControl
                == ServerControl(
                    canSkipUntil: .seconds(24), canSkipDateRanges: true, holdBack: .seconds(12),
                    partHoldBack: .milliseconds(3012), canBlockReload: true))
        #expect(playlist.partTarget == .milliseconds(1004))
        #expect(playlist.mediaSequence == 100)
        #expect(playlist.discontinuitySequence == 3)
        #expect(playlist.skip == SkippedSegments(count: 20, removedDateRanges: ["ad-1", "ad-2"]))
        #expect(playlist.preloadHints == [PreloadHint(kind: .part, uri: "s3.2.mp4", offset: 100, length: 50)])
        #expect(
            playlist.renditionReports
                == [RenditionReport(uri: "../audio/p.m3u8", lastMediaSequence: 122, lastPart: 0)])
        #expect(!playlist.hasEndList)
        #expect(parsed.unknownTags.isEmpty)
    }

    @Test func segmentTagsAreParsed() throws {
        let segment = try parse(Self.live).playlist.segments[0]
        let vector = [UInt8](repeating: 0, count: 15) + [0x1f]
        let wholeKey = EncryptionKey(method: .aes128, uri: "https://a.example/key", initializationVector: vector)
        var section = InitializationSection(
            uri: "https://a.example/init.mp4", byteRange: ByteRange(offset: 0, length: 900))
        section.keys = [wholeKey]
        #expect(segment.initialization == section)
        #expect(
            segment.keys == [
                wholeKey,
                EncryptionKey(
                    method: .sampleAES, uri: "skd://id", keyFormat: "com.apple.streamingkeydelivery",
                    keyFormatVersions: [1, 2]),
            ])
        #expect(segment.programDateTime?.description == "2026-02-03T04:05:06.789+01:00")
        #expect(segment.uri == "https://a.example/s1.mp4")
        #expect(segment.title == "first")
        #expect(segment.duration == MediaTime(value: 400_008, timescale: 100_000))
        #expect(segment.byteRange == ByteRange(offset: 2000, length: 1000))
        // EXT-X-BITRATE does not apply to byte ranges.
        #expect(segment.bitRate == nil)
        #expect(
            segment.parts == [
                PartialSegment(uri: "p1.mp4", duration: .milliseconds(1004), isIndependent: true),
                PartialSegment(
                    uri: "p.mp4", duration: .milliseconds(1004), byteRange: ByteRange(offset: 10, length: 500)),
                PartialSegment(
                    uri: "p.mp4", duration: .seconds(1), byteRange: ByteRange(offset: 510, length: 300), isGap: true),
            ])
    }

    @Test func dateRangeAttributesAreParsed() throws {
        let range = try #require(try parse(Self.live).playlist.dateRanges.first)
        #expect(range.id == "ad-3")
        #expect(range.rangeClass == "com.example.ad")
        #expect(range.startDate?.description == "2026-02-03T03:05:07.000+00:00")
        #expect(range.plannedDuration == .seconds(30))
        #expect(range.cues == [.pre, .once])
        #expect(range.scte35Out == [0xfc, 0x30])
        #expect(
            range.clientAttributes == [
                .init(name: "X-COM-URL", value: .string("https://a.example/ad")),
                .init(name: "X-COUNT", value: .number(try #require(DecimalNumber("3.50")))),
                .init(name: "X-RAW", value: .bytes([0x0a, 0xff])),
            ])
    }

    @Test func trailingTagsApplyToTheUpcomingSegment() throws {
        let playlist = try parse(Self.live).playlist
        let last = playlist.segments[1]
        #expect(last.keys.isEmpty && last.isDiscontinuity && last.isGap && last.bitRate == 4500)
        let upcoming = try #require(playlist.upcoming)
        #expect(upcoming.parts.map(\.uri) == ["s3.1.mp4"])
        #expect(upcoming.initialization == last.initialization)
        #expect(upcoming.keys.isEmpty && !upcoming.isDiscontinuity)
        #expect(try parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n").playlist.upcoming == nil)
    }

    @Test func parsedPlaylistIsWrittenUnchanged() throws {
        let (playlist, _) = try parse(Self.live)
        #expect(try parse(playlist.text).playlist == playlist)
        #expect(playlist.text == (try parse(playlist.text).playlist.text))
    }

    @Test func unknownTagsKeepTheirPositions() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-CUE-OUT:30.000
            #EXTINF:6.000000,
            #EXTVLCOPT:http-user-agent=x
            a.ts
            #EXT-X-DATERANGE:ID="1",COM-EXAMPLE="a,b",OTHER=5
            #EXT-X-CUE-IN
            #EXTINF:6.000000,
            b.ts
            #EXT-X-END-NOTE
            #EXT-X-ENDLIST

            """
        let (playlist, parsed) = try parse(text)
        #expect(parsed.unknownTags.map(\.line) == [5, 7, 10, 13])
        #expect(playlist.text == text)
        #expect(
            playlist.dateRanges[0].unknownAttributes == [
                UnknownAttribute(name: "COM-EXAMPLE", value: "a,b", isQuoted: true),
                UnknownAttribute(name: "OTHER", value: "5"),
            ])
    }

    @Test func mapIsWrittenBetweenItsKeyAndTheSegmentKey() throws {
        let text = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-MAP:URI="clear.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="k1"
            #EXTINF:6.000000,
            a
            #EXT-X-KEY:METHOD=AES-128,URI="k2"
            #EXTINF:6.000000,
            b
            #EXT-X-KEY:METHOD=NONE
            #EXTINF:6.000000,
            c

            """
        let (playlist, _) = try parse(text)
        #expect(playlist.segments.map { $0.keys.map(\.uri) } == [["k1"], ["k2"], []])
        #expect(playlist.segments.allSatisfy { $0.initialization?.keys.isEmpty == true })
        #expect(playlist.text == text)
    }

    @Test func durationKeepsNineDecimalsIfSixAreInexact() throws {
        let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:5.123456789,\na\n#EXTINF:5.5,\nb\n"
        let playlist = try parse(text).playlist
        #expect(playlist.text.contains("#EXTINF:5.123456789,\n"))
        #expect(playlist.text.contains("#EXTINF:5.500000,\n"))
    }
}
