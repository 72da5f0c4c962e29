import Media
import Testing

@Suite struct CodecFactsTests {
    @Test(
        arguments: [
            ("avc1", nil, "H.264"), ("raw ", nil, "uncompressed"), ("sowt", nil, "PCM"), ("stpp", nil, "TTML"),
            ("mp4v", 0x6c, "JPEG"), ("mp4a", 0xa9, "DTS"), ("mp4a", nil, nil), ("mp4a", 0xff, nil), ("zzzz", nil, nil),
        ] as [(FourCC, UInt8?, String?)])
    func codecIsNamedBySampleEntryAndObjectType(code: FourCC, objectType: UInt8?, name: String?) {
        #expect(CodecFacts(code, objectType: objectType)?.name == name)
    }

    @Test func configurationWithoutObjectTypeIsNamedBySampleEntry() {
        let facts = CodecFacts(.aac(AudioSpecificConfig(bytes: [0x11, 0x90])))
        #expect(facts?.name == "AAC" && facts?.isWidelyPlayed == true && facts?.isDecoded == true)
        // A codec may be written without being decoded, and named without either.
        #expect(CodecFacts("ac-4", objectType: nil)?.isDecoded == false)
        #expect(CodecFacts("apch", objectType: nil)?.isWidelyPlayed == false)
    }
}
