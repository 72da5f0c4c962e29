import Media
import Testing

@Suite struct UncompressedAudioTests {
    @Test(
        arguments: [
            (1, 0x4, [2]), (2, 0x3, [0, 1]), (3, 0x7, [0, 1, 2]), (6, 0x3f, [0, 1, 2, 3, 4, 5]),
            (8, 0x63f, [0, 1, 2, 3, 8, 9, 4, 5]),
        ] as [(Int, UInt32, [UInt8])])
    func waveMasksArePositions(count: Int, mask: UInt32, codes: [UInt8]) throws {
        let positions = try #require(ChannelPositions(waveMask: mask, count: count))
        #expect(positions.codes == codes && positions.waveMask == mask)
        #expect(ChannelPositions(channelLayout: positions.channelLayout, count: count) == positions)
    }

    @Test func sideLoudspeakersAreSurroundLoudspeakers() {
        #expect(ChannelPositions(waveMask: 0x60f, count: 6)?.codes == [0, 1, 2, 3, 4, 5])
        // The order of WAVE cannot be expressed by a mask if it differs.
        #expect(ChannelPositions([2, 0, 1])?.waveMask == nil)
    }

    @Test func invalidPositionsAreNil() {
        #expect(ChannelPositions(waveMask: 0x3f, count: 5) == nil)
        #expect(ChannelPositions(waveMask: 0x8000_0000, count: 1) == nil)
        #expect(ChannelPositions([]) == nil && ChannelPositions([1, 1]) == nil && ChannelPositions([126]) == nil)
        #expect(ChannelPositions(Array(0..<65)) == nil)
        for content in [
            [], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1, 0, 2], [0, 0, 0, 0, 2, 0, 0, 1], [1, 0, 0, 0, 1, 0, 0, 1],
        ]
            as [[UInt8]]
        {
            #expect(ChannelPositions(channelLayout: content, count: 2) == nil, "\(content)")
        }
        let omitted: [UInt8] = [0, 0, 0, 0, 1, 6] + [0, 0, 0, 0, 0, 0, 0, 1]
        #expect(ChannelPositions(channelLayout: omitted, count: 6) == nil)
        let defined: [UInt8] = [0, 0, 0, 0, 1, 6] + [UInt8](repeating: 0, count: 8)
        #expect(ChannelPositions(channelLayout: defined, count: 6)?.codes == [2, 0, 1, 4, 5, 3])
        #expect(ChannelPositions(channelLayout: defined, count: -1) == nil)
    }

    @Test(arguments: ["S16LE", "S16BE", "S24LE", "S24BE", "S32LE", "S32BE", "F32LE", "F32BE", "F64LE", "F64BE"])
    func sampleFormatsHaveACoding(name: String) {
        #expect(PCMConfiguration(sampleFormat: name)?.sampleFormat == name)
    }

    @Test(arguments: ["U8", "S8", "U16LE", "S24_32LE", "S20LE", "F16LE", ""])
    func otherSampleFormatsHaveNone(name: String) { #expect(PCMConfiguration(sampleFormat: name) == nil) }

    private static func frame(flags: UInt8 = 0x80, codes: [UInt8] = [1, 1, 1], width: UInt8 = 64) -> [UInt8] {
        [0, 0, 1, 0] + Array("icpf".utf8) + [0, 0x94, 0, 0] + Array("apl0".utf8) + [0, width, 0, 48, flags, 0] + codes
            + [0]
    }

    @Test func framesOfProResDescribeFieldsAndColour() throws {
        let header = try ProResFrameHeader(ByteSlice(copying: Self.frame()))
        #expect(header.size == PixelSize(width: 64, height: 48) && header.fields == .progressive)
        #expect(header.colour == .bt709 && header.fieldHandling.suffix(2) == [1, 0])
        let top = try ProResFrameHeader(ByteSlice(copying: Self.frame(flags: 0x84, codes: [0, 2, 2])))
        #expect(top.fields == .topFirst && top.colour == nil && top.fieldHandling.suffix(2) == [2, 1])
        let bottom = try ProResFrameHeader(ByteSlice(copying: Self.frame(flags: 0x88)))
        #expect(bottom.fieldHandling.suffix(2) == [2, 6])
    }

    @Test func otherBytesAreNotFramesOfProRes() {
        let frame = Self.frame()
        for bytes in [[], Array(frame.prefix(25)), Self.frame(width: 0), [0] + frame] {
            #expect(throws: BitstreamError.self) { try ProResFrameHeader(ByteSlice(copying: bytes)) }
        }
    }
}
