import ContentProtection
import Media
import Testing

@Suite struct SubsampleMapTests {
    @Test func clearBytesJoinTheNextProtectedRange() {
        let map = SubsampleMap([10..<26, 30..<30, 40..<72], size: 80, limit: 42)
        #expect(
            map.entries
                == [
                    Subsample(clear: 10, protected: 16), Subsample(clear: 14, protected: 32),
                    Subsample(clear: 8, protected: 0),
                ])
        #expect(map.protectedCount(size: 80) == 48)
        #expect(SubsampleMap.whole.protectedCount(size: 80) == 80)
    }

    @Test func longClearRunsAreDivided() {
        let map = SubsampleMap([200_000..<200_016], size: 270_000, limit: 42)
        #expect(map.entries.map(\.clear) == [65_535, 65_535, 65_535, 3395, 65_535, 4449])
        #expect(map.entries.map(\.protected) == [0, 0, 0, 16, 0, 0])
    }

    @Test(arguments: [0, 8, 16]) func smallestRangesStayClearBeyondTheLimit(vectorSize: Int) {
        let limit = (255 - vectorSize - 2) / Subsample.size
        let ranges = (0..<60).map { $0 * 100 + 20..<$0 * 100 + 20 + ($0 % 2 == 0 ? 64 : 32 + $0 % 3) }
        let map = SubsampleMap(ranges, size: 6000, limit: limit)
        #expect(map.entries.count <= limit)
        #expect(vectorSize + 2 + map.entries.count * Subsample.size <= 255)
        #expect(map.entries.reduce(0) { $0 + $1.clear + $1.protected } == 6000)
        // All of the larger half remain.
        #expect(map.entries.count(where: { $0.protected == 64 }) == 30)
        #expect(map.omittedCount == 60 - map.entries.count(where: { $0.protected > 0 }))
        #expect(SubsampleMap(Array(ranges.prefix(limit - 1)), size: 6000, limit: limit).omittedCount == 0)
    }

    @Test func samplesThatCannotBeParsedAreRefused() throws {
        let format = MediaFormat.codedVideo(
            CodedVideoFormat(
                configuration: .boxed(sampleEntry: "vp09", boxes: []), size: PixelSize(width: 64, height: 64)))
        var mapper = try SampleMapper(format, .cbcs, vectorSize: 0)
        #expect(throws: BitstreamError.self) { try [0x20, 1, 2, 3].withUnsafeBytes { try mapper.map($0) } }
        #expect(throws: ProtectionError.codec("vp08")) {
            try SampleMapper(
                .codedVideo(
                    CodedVideoFormat(
                        configuration: .boxed(sampleEntry: "vp08", boxes: []), size: PixelSize(width: 64, height: 64))),
                .cbcs, vectorSize: 0)
        }
    }
}
