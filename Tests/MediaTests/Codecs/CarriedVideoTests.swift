import Media
import Testing

@Suite struct CarriedVideoTests {
    /// Main 10, level 51, frames only; one sequence and one picture parameter set.
    static let vvc = RecordBytes.hex(
        "00000000" + "ff" + "00155f" + "010233" + "80" + "00" + "014000b40000" + "02" + "8f00010003007900"
            + "9000010003008100")
    static let lcevc = RecordBytes.hex("01000440ff0000028000000168ff00")

    @Test func vvcCodecStringHasProfileLevelAndConstraints() throws {
        let record = try VVCDecoderConfiguration(bytes: Self.vvc)
        #expect(record.profile?.profile == 1 && record.profile?.level == 51 && record.profile?.bitDepth == 10)
        #expect(record.size == PixelSize(width: 320, height: 180) && record.nalLengthSize == 4)
        #expect(record.parameterSets[15] == [[0, 0x79, 0]] && record.isComplete)
        #expect(CodecConfiguration.boxed("vvc1", "vvcC", Self.vvc).codecString == "vvc1.1.L51.CQA")
        for count in [5, 12, Self.vvc.count - 1] {
            #expect(throws: BitstreamError.self) { try VVCDecoderConfiguration(bytes: Array(Self.vvc.prefix(count))) }
        }
    }

    @Test func vvcCodecStringOmitsEmptyConstraints() {
        var bytes = Self.vvc
        bytes[11] = 0
        // High tier.
        bytes[9] = 3
        #expect(CodecConfiguration.boxed("vvi1", "vvcC", bytes).codecString == "vvi1.1.H51")
    }

    @Test func vvcSamplesAreParsed() throws {
        let format = CodedVideoFormat(
            configuration: .boxed("vvc1", "vvcC", Self.vvc), size: PixelSize(width: 320, height: 180))
        let syntax = try #require(BitstreamSyntax(.codedVideo(format)))
        let idr = ByteSlice(copying: [0, 0, 0, 3, 0, 0x79, 1, 0, 0, 0, 3, 0, 0x41, 1])
        #expect(syntax.unitNames(of: idr) == ["SPS", "IDR_N_LP"])
        #expect(syntax.entryPoint(idr) == .closed && syntax.hasParameterSets(idr))
        let trailing = ByteSlice(copying: [0, 0, 0, 3, 0, 0x01, 1])
        #expect(syntax.entryPoint(trailing) == EntryPoint.none && !syntax.hasParameterSets(trailing))
        #expect(syntax.entryPoint(ByteSlice(copying: [0, 0, 0, 3, 0, 0x49, 1])) == .open)
    }

    @Test func vp8KeyFramesAreDetectedByTheirFirstBit() throws {
        let format = CodedVideoFormat(
            configuration: .boxed("vp08", "vpcC", [1, 0, 0, 0, 0, 10, 0x80, 2, 2, 2, 0, 0]),
            size: PixelSize(width: 320, height: 180))
        let syntax = try #require(BitstreamSyntax(.codedVideo(format)))
        #expect(syntax.entryPoint(ByteSlice(copying: [0x50, 0, 0])) == .closed)
        #expect(syntax.entryPoint(ByteSlice(copying: [0x51, 0, 0])) == EntryPoint.none)
        #expect(format.configuration.codecString == "vp08.00.10.08")
    }

    @Test func lcevcCodecStringHasProfileAndLevel() throws {
        let record = try LCEVCDecoderConfiguration(bytes: Self.lcevc)
        #expect(record.size == PixelSize(width: 640, height: 360) && record.nalLengthSize == 4)
        #expect(CodecConfiguration.boxed("lvc1", "lvcC", Self.lcevc).codecString == "lvc1.vprf0.vlev4")
    }

    @Test func viewsAndProjectionAreWrittenAndReadBack() {
        for projection in [nil, "hequ", "rect"] as [FourCC?] {
            var view = StereoView(bytes: [])
            #expect(!view.isStereo)
            (view.hasLeftEye, view.hasRightEye, view.projection) = (true, true, projection)
            #expect(StereoView(bytes: view.bytes) == view && view.isStereo)
        }
    }

    @Test(
        arguments: [
            // Profile 5, 8.1, 8.2, 8.4, 10.0 whose range the base layer does not declare.
            ("dvh1", 5, 0, nil, 16, nil), ("hvc1", 8, 1, 16, 16, "dvh1.08.06/db1p"),
            ("hvc1", 8, 2, 1, 1, "dvh1.08.06/db2g"), ("hvc1", 8, 4, 18, 18, "dvh1.08.06/db4h"),
            ("dav1", 10, 0, 2, 16, nil), ("av01", 10, 4, 18, 18, "dav1.10.06/db4h"),
            // HLG declared by the transfer of BT.2020 in the bitstream.
            ("hvc1", 8, 4, nil, 18, "dvh1.08.06/db4h"),
        ] as [(FourCC, UInt8, UInt8, UInt8?, UInt8, String?)])
    func dolbyVisionDeterminesTheTransfer(
        entry: FourCC, profile: UInt8, compatibility: UInt8, coded: UInt8?, expected: UInt8, supplement: String?
    ) {
        var format = CodedVideoFormat(
            configuration: .boxed(entry, "hvcC", []), size: PixelSize(width: 320, height: 180),
            colour: coded.map { ColourDescription(primaries: 9, transfer: $0, matrix: 9) })
        format.dolbyVision = DolbyVisionConfiguration(
            bytes: [1, 0, profile << 1, 6 << 3, compatibility << 4] + [UInt8](repeating: 0, count: 19))
        #expect(format.dolbyVision?.level == 6 && format.dolbyVision?.profile == profile)
        #expect(format.transfer == expected)
        #expect(format.supplementalCodec == supplement)
    }
}
