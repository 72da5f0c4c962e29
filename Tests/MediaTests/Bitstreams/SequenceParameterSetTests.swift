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

    static let colours: [ColourDescription?] = [
        nil, .bt709, .unspecified(isFullRange: true), ColourDescription(primaries: 9, transfer: 16, matrix: 9),
        ColourDescription(primaries: 0, transfer: 0, matrix: 0, isFullRange: true),
    ]

    @Test(arguments: colours) func coloursAreReplaced(colour: ColourDescription?) throws {
        for record in [RecordBytes.avc, RecordBytes.avcBaseline].map(AVCDecoderConfiguration.init(bytes:)) {
            let changed = CodecConfiguration.avc(record).declaring(colour)
            guard case .avc(let result) = changed else { return }
            var (before, after) = (try record.sequenceParameterSet(), try result.sequenceParameterSet())
            #expect(after.colour == colour)
            (before.colour, before.signalBits, after.colour, after.signalBits) = (nil, nil, nil, nil)
            #expect(before == after)
            #expect(try result.parse().pictureParameterSets == record.parse().pictureParameterSets)
            #expect(changed.declaring(try record.sequenceParameterSet().colour) == .avc(record))
        }
    }

    @Test func parameterSetsWithoutUsabilityInformationAreUnchanged() throws {
        let unit = RecordBytes.hevcSets.sequence
        guard try SequenceParameterSet(hevc: unit).signalBits == nil else { return }
        #expect(try SequenceParameterSet.declaring(.bt709, hevc: unit) == unit)
    }

    @Test func emulationPreventionIsReversible() {
        let payload: [UInt8] = [1, 0, 0, 1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0]
        let unit = EmulationPrevention.insert(into: payload)
        #expect(unit == [1, 0, 0, 3, 1, 0, 0, 3, 0, 0, 3, 0, 3, 0, 0, 4, 0, 0])
        #expect(EmulationPrevention.remove(from: unit) == payload)
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
