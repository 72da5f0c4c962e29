import Digests
import Media
import Testing

@Suite struct DigestTests {
    /// FIPS 180-4, examples of NIST.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestIsThatOfTheStandard(text: String, expected: String) {
        #expect(SHA256.text(of: text) == expected)
        let pieces = text.utf8.map { ByteSlice(copying: [$0]) }
        #expect(SHA256.text(of: pieces) == expected)
    }

    @Test func nothingHasTheDigestOfNoBytes() { #expect(SHA256.ofNothing == SHA256.text(of: "")) }

    /// RFC 4231, test cases 1, 2 and 6.
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func codeIsThatOfTheStandard(key: [UInt8], text: String, expected: String) {
        #expect(HMAC.sha256(of: text, key: key).hexadecimal() == expected)
    }

    @Test(arguments: [("", "", true), ("secret", "secret", true), ("secret", "secres", false), ("a", "aa", false)])
    func textsAreCompared(given: String, wanted: String, areEqual: Bool) {
        #expect(constantTimeEquals(given, wanted) == areEqual)
    }
}
