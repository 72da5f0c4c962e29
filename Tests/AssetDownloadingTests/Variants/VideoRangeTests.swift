import AssetDownloading
import Testing

struct VideoRangeTests {
    @Test func unknownRangeIsKept() {
        #expect(VideoRange(rawValue: "PQ") == .pq)
        #expect(VideoRange(rawValue: "FUTURE").description == "FUTURE")
    }
}
