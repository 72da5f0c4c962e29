import Testing

@testable import SystemFiles

@Suite struct TextEncodingTests {
    /// A text in an encoding, by the conversion of the system in the other direction.
    private func lines(_ bytes: [UInt8]) -> [UInt8] {
        Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + bytes + Array("\n".utf8)
    }

    @Test(
        arguments: [
            ([0x47, 0x72, 0xfc, 0xdf, 0x65], nil, "windows-1252", "Grüße"),
            ([0x47, 0x72, 0xfc, 0xdf, 0x65], "de", "windows-1252", "Grüße"),
            ([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0], nil, "windows-1251", "Привет мир"),
            ([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "ru", "windows-1251", "Привет"),
            ([0xb3, 0xf3, 0x64, 0xbc], "pl", "windows-1250", "łódĽ"),
            ([0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7], nil, "GB18030", "你好世界"),
            ([0x82, 0xb1, 0x82, 0xf1], "ja", "SHIFT_JIS", "こん"),
        ] as [([UInt8], String?, String, String)])
    func encodingsAreRecognized(_ text: [UInt8], _ language: String?, _ name: String, _ expected: String) throws {
        let bytes = lines(text)
        #expect(TextEncoding.guess(bytes, language: language) == name)
        let decoded = try #require(TextEncoding.utf8(bytes, from: name))
        #expect(String(decoding: decoded, as: UTF8.self).contains(expected))
    }

    @Test func unicodeIsNotConverted() {
        #expect(TextEncoding.guess(lines(Array("Grüße 你好".utf8)), language: nil) == nil)
        #expect(TextEncoding.guess([0xff, 0xfe, 0x41, 0], language: nil) == nil)
        let wide = lines(Array("Hello".utf8)).flatMap { byte -> [UInt8] in [byte, 0] }
        #expect(TextEncoding.guess(wide, language: nil) == "UTF-16LE")
        #expect(TextEncoding.utf8(wide, from: "UTF-16LE") == lines(Array("Hello".utf8)))
    }

    @Test func unknownNamesAndInvalidTextAreRejected() {
        for name in ["no-such-encoding", "", "UTF-8//TRANSLIT", "a b"] { #expect(!TextEncoding.isKnown(name)) }
        #expect(TextEncoding.isKnown("windows-1252"))
        #expect(TextEncoding.utf8([0x81, 0x20], from: "SHIFT_JIS") == nil)
    }
}
