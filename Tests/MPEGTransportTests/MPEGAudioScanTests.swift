import MPEGTransport
import Media
import Testing

/// Bytes outside of the frames of MP3 files.
@Suite struct MPEGAudioScanTests {
    /// Frames of 44.1 kHz and 64 kbit/s: 208 bytes each.
    private func frames(_ count: Int) -> [UInt8] {
        (0..<count).flatMap { _ in [0xff, 0xfb, 0x50, 0xc4] + [UInt8](repeating: 0, count: 204) }
    }

    private func scan(_ bytes: [UInt8]) -> [Int]? {
        MPEGAudioScan(ByteSlice(copying: bytes)).map { [$0.leadingBytes, $0.skippedBytes, $0.skipCount] }
    }

    private let text = Array(String(repeating: "<html>not found</html>\n", count: 5000).utf8)

    @Test func bytesBeforeAndBetweenFramesAreCounted() {
        #expect(scan(frames(20)) == [0, 0, 0])
        #expect(scan([UInt8](repeating: 0, count: 100_000) + frames(20)) == [100_000, 100_000, 1])
        #expect(scan(text + frames(20)) == [text.count, text.count, 1])
        #expect(scan(frames(10) + text + frames(20)) == [0, text.count, 1])
        #expect(scan([UInt8](repeating: 0xff, count: 999) + frames(9) + [1, 2, 3] + frames(9)) == [999, 1002, 2])
    }

    @Test func tagsAreNotCounted() {
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 20] + [UInt8](repeating: 0, count: 20)
        let last = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
        #expect(scan(tag + frames(5) + last) == [0, 0, 0])
        #expect(scan(tag + frames(5) + last + tag + frames(5) + last + text) == [0, 0, 0])
    }

    @Test func searchIsBounded() {
        let limit = MPEGAudioScan.searchLimit
        #expect(scan([UInt8](repeating: 0, count: limit - 1) + frames(5)) == [limit - 1, limit - 1, 1])
        #expect(scan([UInt8](repeating: 0, count: limit) + frames(5)) == nil)
        #expect(scan(text) == nil && scan([]) == nil)
    }
}
