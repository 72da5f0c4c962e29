import Media
import StageKit
import Testing

@Suite struct FramePoolTests {
    private let format = RawVideoFormat(pixelFormat: "I420", size: PixelSize(width: 640, height: 360))

    @Test func releasedMemoryIsReused() throws {
        let pool = FramePool()
        var addresses: Set<UInt> = []
        for _ in 0..<100 {
            let content = try #require(pool.videoContent(format))
            let bytes = try #require(content.bytes)
            addresses.insert(bytes.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(addresses.count == 1)
    }

    @Test func framesInUseHaveSeparateMemory() throws {
        let pool = FramePool()
        let contents = (0..<50).compactMap { _ in pool.videoContent(format) }
        let addresses = Set(contents.compactMap { $0.bytes?.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) } })
        #expect(addresses.count == 50)
    }

    @Test func framesOutlivePoolAndSizesMayChange() throws {
        var pool: FramePool? = FramePool()
        var frame = Frame(
            track: Track.ID(rawValue: 1), timescale: 30, presentationTicks: 0, duration: 1,
            content: try #require(pool?.videoContent(format)))
        let small = RawVideoFormat(pixelFormat: "GRAY8", size: PixelSize(width: 4, height: 4))
        #expect(pool?.videoContent(small)?.byteCount == 16)
        pool = nil
        try frame.withMutablePixels { $0[0, 0, 0] = 5 }
        try frame.withPixels { #expect($0[0, 0, 0] == 5) }
    }
}
