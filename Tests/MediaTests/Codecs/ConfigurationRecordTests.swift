import Media
import Testing

@Suite struct ConfigurationRecordTests {
    @Test func avcRecordIsParsed() throws {
        let fields = try AVCDecoderConfiguration(bytes: RecordBytes.avc).parse()
        #expect(fields.profile == 100 && fields.compatibility == 0 && fields.level == 13)
        #expect(fields.nalLengthSize == 4)
        #expect(fields.sequenceParameterSets.map(\.count) == [24] && fields.pictureParameterSets.map(\.count) == [6])
    }

    @Test(arguments: [RecordBytes.avc, RecordBytes.avcBaseline])
    func avcRecordIsBuiltFromParameterSets(bytes: [UInt8]) throws {
        let fields = try AVCDecoderConfiguration(bytes: bytes).parse()
        let built = try AVCDecoderConfiguration(
            sequenceParameterSets: fields.sequenceParameterSets, pictureParameterSets: fields.pictureParameterSets)
        #expect(built.bytes == bytes)
    }

    @Test func hevcRecordIsBuiltAndParsed() throws {
        let sets = RecordBytes.hevcSets
        let record = try HEVCDecoderConfiguration(
            videoParameterSets: [sets.video], sequenceParameterSets: [sets.sequence],
            pictureParameterSets: [sets.picture])
        #expect(Array(record.bytes.prefix(23)) == RecordBytes.hevcHead)
        let fields = try record.parse()
        #expect(fields.profile == 1 && fields.level == 60 && !fields.isHighTier && fields.isComplete)
        #expect(fields.parameterSets(ofType: 33) == [sets.sequence])
        #expect(fields.nalLengthSize == 4)
    }

    @Test func everyPrefixOfARecordIsParsedOrRejected() {
        for count in 0..<RecordBytes.avc.count {
            let record = AVCDecoderConfiguration(bytes: Array(RecordBytes.avc.prefix(count)))
            if count < 41 { #expect(throws: BitstreamError.self) { try record.parse() } }
            _ = try? record.sequenceParameterSet()
        }
        for count in 0..<23 {
            let record = HEVCDecoderConfiguration(bytes: Array(RecordBytes.hevcHead.prefix(count)))
            #expect(throws: BitstreamError.self) { try record.parse() }
        }
    }

    @Test func unknownVersionIsRejected() {
        #expect(throws: BitstreamError.invalid("an AVC configuration of version 2; 1 is supported")) {
            try AVCDecoderConfiguration(bytes: [2] + RecordBytes.avc.dropFirst()).parse()
        }
    }

    @Test func flippedBytesDoNotTrap() {
        for index in RecordBytes.avc.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var bytes = RecordBytes.avc
                bytes[index] = value
                _ = try? AVCDecoderConfiguration(bytes: bytes).sequenceParameterSet()
                _ = CodecConfiguration.avc(AVCDecoderConfiguration(bytes: bytes)).codecString
            }
        }
        let set = RecordBytes.hevcSets.sequence
        for index in set.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var bytes = set
                bytes[index] = value
                _ = try? SequenceParameterSet(hevc: bytes)
            }
        }
    }
}
