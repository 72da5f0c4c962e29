import HLS
import Testing

/// Initialization vectors of AES-128, RFC 8216bis 4.4.4.4 and 5.2.
struct InitializationVectorTests {
    private static let zeros = [UInt8](repeating: 0, count: 16)

    @Test func shortVectorIsPaddedWithZeros() {
        #expect(PlaylistValue.vector("0x1") == Self.zeros.dropLast() + [1])
        #expect(PlaylistValue.vector("0X0123") == Self.zeros.dropLast(2) + [0x01, 0x23])
    }

    @Test func vectorOf128BitsIsUnchanged() {
        #expect(PlaylistValue.vector("0x000102030405060708090A0b0c0d0e0f") == Array(0..<16))
    }

    @Test(arguments: ["", "0x", "1234", "0xfg", "0x1000102030405060708090A0b0c0d0e0f"])
    func malformedVectorIsRejected(_ text: String) { #expect(PlaylistValue.vector(text) == nil) }

    @Test func mediaSequenceNumberIsTheDefaultVector() {
        #expect(EncryptionKey.vector(ofSegment: 0) == Self.zeros)
        #expect(EncryptionKey.vector(ofSegment: 0x10203) == Self.zeros.dropLast(3) + [1, 2, 3])
    }
}
