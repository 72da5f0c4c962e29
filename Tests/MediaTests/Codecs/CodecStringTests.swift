import Media
import Testing

@Suite struct CodecStringTests {
    @Test func videoCodecStringsHaveProfileAndLevel() throws {
        let avc = CodecConfiguration.avc(AVCDecoderConfiguration(bytes: RecordBytes.avc))
        #expect(avc.codecString == "avc1.64000d")
        let hevc = HEVCDecoderConfiguration(bytes: RecordBytes.hevcHead.dropLast() + [0])
        #expect(CodecConfiguration.hevc(hevc).codecString == "hvc1.1.6.L60.90")
    }

    @Test func hevcCodecStringsReverseFlagsAndKeepInnerZeros() {
        // Main 10, high tier, compatible with Main 10 only, constraint bytes b0 00 04.
        var bytes = RecordBytes.hevcHead.dropLast() + [0]
        bytes.replaceSubrange(1..<13, with: [0x22, 0x20, 0, 0, 0, 0xb0, 0, 0x04, 0, 0, 0, 123])
        let hevc = HEVCDecoderConfiguration(bytes: Array(bytes))
        #expect(CodecConfiguration.hevc(hevc).codecString == "hvc1.2.4.H123.B0.0.4")
    }

    @Test(arguments: [([0x11, 0x90], "mp4a.40.2"), ([0x2b, 0x11, 0x88, 0x00], "mp4a.40.5"), ([], "mp4a.40.2")])
    func audioCodecStringsHaveTheObjectType(bytes: [UInt8], expected: String) {
        #expect(CodecConfiguration.aac(AudioSpecificConfig(bytes: bytes)).codecString == expected)
    }

    @Test(
        arguments: [
            ("ac-3", [], "ac-3"), ("ec-3", [], "ec-3"), ("Opus", [], "opus"), ("fLaC", [], "fLaC"),
            ("alac", [], "alac"),
            // Main, level 8, main tier, 8 bits.
            ("av01", [0, 0, 0, 12] + Array("av1C".utf8) + [0x81, 0x08, 0x0c, 0], "av01.0.08M.08"),
            ("av01", [0, 0, 0, 12] + Array("av1C".utf8) + [0x81, 0x0d, 0xcc, 0], "av01.0.13H.10"),
            // Profile 2, level 1.0, 10 bits, 4:2:0, BT.2020 with PQ.
            (
                "vp09", [0, 0, 0, 20] + Array("vpcC".utf8) + [1, 0, 0, 0, 2, 10, 0xa2, 9, 16, 9, 0, 0],
                "vp09.02.10.10.01.09.16.09.00"
            ),
            ("vp09", [0, 0, 0, 20] + Array("vpcC".utf8) + [1, 0, 0, 0, 0, 31, 0x82, 1, 1, 1, 0, 0], "vp09.00.31.08"),
        ] as [(FourCC, [UInt8], String)])
    func otherCodecStringsAreTheSampleEntry(code: FourCC, boxes: [UInt8], expected: String) {
        #expect(CodecConfiguration.boxed(sampleEntry: code, boxes: boxes).codecString == expected)
    }

    @Test func mp3CodecStringHasTheObjectTypeIndication() {
        let content = ElementaryStreamDescriptor(objectTypeIndication: 0x6b, decoderSpecificInfo: []).esdsContent
        let box = [0, 0, 0, UInt8(content.count + 8)] + Array("esds".utf8) + content
        #expect(CodecConfiguration.boxed(sampleEntry: "mp4a", boxes: box).codecString == "mp4a.6B")
    }

    @Test func descriptorsAreWrittenAndReadBack() {
        let long = [UInt8](repeating: 7, count: 300)
        for info in [[0x11, 0x90], [], long] {
            let descriptor = ElementaryStreamDescriptor(
                bufferSize: 6144, maxBitRate: 130_000, averageBitRate: 128_000, decoderSpecificInfo: info)
            #expect(ElementaryStreamDescriptor(esdsContent: descriptor.esdsContent) == descriptor)
        }
    }
}
