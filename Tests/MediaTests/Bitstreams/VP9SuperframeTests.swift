import Media
import Testing

@Suite struct VP9SuperframeTests {
    // Frame marker 10, profile 0, no existing frame, not a key frame; then shown or not.
    private static let hidden: [UInt8] = [0b1000_0100, 1, 2, 3]
    private static let shown: [UInt8] = [0b1000_0110, 4, 5]

    @Test func framesAreJoinedAndSplit() {
        var joined = VP9Superframe(ByteSlice(copying: Self.hidden))
        #expect(!joined.isShown)
        let isAdded = joined.append(VP9Superframe(ByteSlice(copying: Self.shown)))
        #expect(isAdded)
        #expect(joined.isShown)
        let expected = Self.hidden + Self.shown + [0xc1, 4, 3, 0xc1]
        #expect(joined.sample.bytes == expected)
        let parts = VP9Superframe(ByteSlice(copying: expected)).frames.map(\.bytes)
        #expect(parts == [Self.hidden, Self.shown])
    }

    @Test func largeFramesHaveWideSizeFields() {
        let large = Self.hidden + [UInt8](repeating: 7, count: 300)
        var joined = VP9Superframe(ByteSlice(copying: large))
        _ = joined.append(VP9Superframe(ByteSlice(copying: Self.shown)))
        #expect(Array(joined.sample.bytes.suffix(6)) == [0xc9, 0x30, 1, 3, 0, 0xc9])
        #expect(VP9Superframe(joined.sample).frames.map(\.count) == [304, 3])
    }

    @Test func inconsistentIndexIsPartOfTheFrame() {
        for bytes in [Self.shown + [0xc1, 90, 3, 0xc1], [0xc1], Self.shown + [0xc0]] {
            #expect(VP9Superframe(ByteSlice(copying: bytes)).frames.map(\.bytes) == [bytes])
        }
    }

    @Test func atMostEightFramesAreJoined() {
        var joined = VP9Superframe(ByteSlice(copying: Self.hidden))
        let other = VP9Superframe(ByteSlice(copying: Self.hidden))
        let added = (1...VP9Superframe.maximumFrameCount).map { _ in joined.append(other) }
        #expect(added == [Bool](repeating: true, count: 7) + [false])
        #expect(VP9Superframe(joined.sample).frames.count == 8)
    }
}
