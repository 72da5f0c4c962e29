import Media
import Testing

@Suite struct EncodedBytesTests {
    @Test(arguments: [([], ""), ([0], "00"), ([0x0f, 0xa0, 0xff], "0fa0ff")])
    func bytesAreHexadecimalDigits(bytes: [UInt8], text: String) {
        #expect(bytes.hexadecimal() == text && bytes.hexadecimal(uppercase: true) == text.uppercased())
        #expect([UInt8](hexadecimal: text) == bytes && [UInt8](hexadecimal: text.uppercased()) == bytes)
        #expect(bytes.map { $0.hexadecimal() }.joined() == text)
    }

    @Test(arguments: ["0", "0g", "+f", " 0", "0x", "٣٣"])
    func otherTextIsNotHexadecimal(text: String) { #expect([UInt8](hexadecimal: text) == nil) }

    @Test(arguments: [
        ("plain-name_1.m4s~", "plain-name_1.m4s~"), ("a b", "a%20b"), ("a/b", "a%2Fb"), ("50%", "50%25"),
        ("é", "%C3%A9"), ("\u{1}", "%01"),
    ])
    func namesAreSegmentsOfPaths(name: String, reference: String) {
        #expect(name.percentEncoded() == reference)
        #expect(reference.utf8.percentDecoded() == Array(name.utf8))
    }

    @Test func otherCharactersAreKept() { #expect("start=1;a b".percentEncoded(except: ";=") == "start=1;a%20b") }

    @Test(arguments: ["%", "%1", "%+1", "%GG", "a%2"])
    func incompleteEscapeIsRejected(text: String) { #expect(text.utf8.percentDecoded() == nil) }
}
