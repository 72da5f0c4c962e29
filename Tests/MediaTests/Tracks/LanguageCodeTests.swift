import Testing

@testable import Media

@Suite struct LanguageCodeTests {
    @Test(
        arguments: [
            ("en", "en"), ("ger", "de"), ("chi", "zh"), ("fre-CA", "fr-CA"), ("en_US", "en-US"), ("pt-BR", "pt-BR"),
            ("zh-Hant-TW", "zh-Hant-TW"), ("gsw", "gsw"), ("x-klingon", "x-klingon"), ("en-US\0\0", "en-US"),
            ("und", nil), ("", nil), ("english", nil), ("e", nil), ("en--us", nil), ("en-üs", nil), ("../x", nil),
            ("en-toolongsubtag", nil), ("123", nil),
        ] as [(String, String?)])
    func textsBecomeTags(_ text: String, _ tag: String?) { #expect(LanguageCode.corrected(text) == tag) }

    /// ISO 639-2 has two codes for some languages, and files contain both.
    @Test func bibliographicCodesAreRead() {
        for (code, tag) in [("chi", "zh"), ("zho", "zh"), ("ger", "de"), ("fre", "fr"), ("cze", "cs"), ("gsw", "gsw")] {
            let packed = code.utf8.reduce(UInt16(0)) { $0 << 5 | UInt16($1 - 0x60) }
            #expect(LanguageCode.tag(packed: packed) == tag)
        }
        #expect(LanguageCode(tag: "ger").packed == LanguageCode(tag: "de").packed)
    }
}
