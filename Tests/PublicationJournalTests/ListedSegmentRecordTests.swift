import HLS
import Media
import PublicationJournal
import Testing

@Suite struct ListedSegmentRecordTests {
    /// A record as released versions wrote it.
    private static let record = """
        bytes 10487
        file true

        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-TARGETDURATION:1
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:2.000000,
        segment-00002.m4s

        #EXTM3U
        #EXT-X-VERSION:5
        #EXT-X-TARGETDURATION:1
        #EXT-X-MEDIA-SEQUENCE:0
        #EXT-X-I-FRAMES-ONLY
        #EXT-X-MAP:URI="init.mp4"
        #EXTINF:2.000000,
        #EXT-X-BYTERANGE:3388@24
        segment-00002.m4s

        """

    @Test func recordOfAnEarlierVersionIsParsedAndWrittenUnchanged() throws {
        let segment = try #require(ListedSegment(record: Array(Self.record.utf8)))
        #expect(segment.entry.uri == "segment-00002.m4s" && segment.entry.duration == .seconds(2))
        #expect(segment.hasFile && segment.byteCount == 10487)
        #expect(segment.iFrames.map(\.byteRange) == [ByteRange(offset: 24, length: 3388)])
        #expect(String(decoding: segment.recordBytes, as: UTF8.self) == Self.record)
    }

    @Test func recordOmitsParts() throws {
        var segment = try #require(ListedSegment(record: Array(Self.record.utf8)))
        segment.entry.parts = [PartialSegment(uri: "segment-00002.1.m4s", duration: .seconds(1))]
        #expect(String(decoding: segment.recordBytes, as: UTF8.self) == Self.record)
    }
}
