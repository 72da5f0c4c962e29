import Media
import Testing

@Suite struct SequenceParameterSetTests {
    @Test func avcSetsHaveSizeRateAndReordering() throws {
        let set = try AVCDecoderConfiguration(bytes: RecordBytes.avc).sequenceParameterSet()
        #expect(set.size == PixelSize(width: 320, height: 180))
        #expect(set.frameRate == Ratio(30_000, 1001) && set.maxReorderFrames == 2)
        #expect(set.colour == nil && set.pixelAspect == Ratio(1))
    }

    @Test func avcSetsHaveAspectRatioAndColour() throws {
        let set = try AVCDecoderConfiguration(bytes: RecordBytes.avcBaseline).sequenceParameterSet()
        #expect(set.size == PixelSize(width: 1920, height: 1080))
        #expect(set.pixelAspect == Ratio(4, 3) && set.colour == .bt709)
        #expect(set.frameRate == Ratio(25) && set.maxReorderFrames == 0)
    }

    @Test func hevcSetsHaveSizeAndRate() throws {
        let set = try SequenceParameterSet(hevc: RecordBytes.hevcSets.sequence)
        #expect(set.size == PixelSize(width: 320, height: 180) && set.frameRate == Ratio(25))
        #expect(set.chromaFormat == 1 && set.bitDepthLuma == 8 && set.level == 60)
        #expect(set.maxReorderFrames == 2)
    }

    @Test func emulationPreventionIsRemoved() {
        #expect(EmulationPrevention.remove(from: [1, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3]) == [1, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test func bitsAreReadMostSignificantFirst() throws {
        var reader = BitReader([0b1010_0110, 0xff])
        #expect(try reader.bits(3) == 0b101)
        #expect(try reader.unsignedExpGolomb() == 5)
        #expect(try reader.bits(8) == 0xff)
        #expect(throws: BitstreamError.endsTooEarly) { try reader.bits(1) }
    }

    @Test(arguments: zip([0b1, 0b010, 0b011, 0b00100, 0b00101] as [UInt8], [0, 1, -1, 2, -2]))
    func signedExpGolombCodesAlternate(bits: UInt8, expected: Int) throws {
        let length = 2 * (7 - bits.leadingZeroBitCount) + 1
        var reader = BitReader([bits << (8 - UInt8(length))])
        #expect(try reader.signedExpGolomb() == expected)
    }
}
