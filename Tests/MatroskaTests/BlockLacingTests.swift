import Media
import Testing

@testable import Matroska

@Suite struct BlockLacingTests {
    private func sizes(_ lacing: BlockLacing, _ bytes: [UInt8]) -> [Int]? {
        lacing.frames(in: ByteSlice(copying: bytes))?.map(\.count)
    }

    private func payload(_ count: Int) -> [UInt8] { Array(repeating: 7, count: count) }

    @Test func xiphSizesAreSumsOfBytes() {
        #expect(sizes(.xiph, [2, 255, 0, 255, 45] + payload(255 + 300 + 9)) == [255, 300, 9])
        #expect(sizes(.xiph, [1, 255, 255]) == nil)
        #expect(sizes(.xiph, [1, 9] + payload(8)) == nil)
    }

    @Test func ebmlSizesAreDifferences() {
        // 800 in two bytes, 500 as a difference of -300 in two bytes (RFC 9559 10.3.3).
        #expect(sizes(.ebml, [2, 0x43, 0x20, 0x5e, 0xd3] + payload(800 + 500 + 1000)) == [800, 500, 1000])
        #expect(sizes(.ebml, [2, 0x81, 0x80] + payload(9)) == nil, "a negative size")
        #expect(sizes(.ebml, [1, 0x89] + payload(8)) == nil)
    }

    @Test func fixedSizesDivideTheBlock() {
        #expect(sizes(.fixed, [2] + payload(9)) == [3, 3, 3])
        #expect(sizes(.fixed, [2] + payload(10)) == nil)
        #expect(sizes(.fixed, []) == nil)
        #expect(sizes(.none, payload(5)) == [5])
    }

    @Test func laterFramesFollowTheFirstOne() throws {
        var builder = FileBuilder(tracks: [FileBuilder.audio()])
        let frames = FileBuilder.frame(1) + FileBuilder.frame(2) + FileBuilder.frame(3)
        builder.clusters = FileBuilder.cluster(
            100,
            FileBuilder.simpleBlock(lacing: 2, [2] + frames) + FileBuilder.simpleBlock(time: 78, FileBuilder.frame(4)))
        let reading = try Reading(builder.bytes)
        #expect(reading.samples.map(\.decodeTicks) == [4410, 5562, 6714, 7866])
        #expect(reading.samples.map { $0.bytes.bytes[5] } == [1, 2, 3, 4])
    }
}
