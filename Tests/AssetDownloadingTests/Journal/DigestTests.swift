import AssetDownloading
import ScriptedOrigin
import Testing

@Suite struct DigestTests {
    /// Values from a bitwise calculation; the first one is the check value in the catalogue of CRC algorithms.
    @Test(
        arguments: [
            ("123456789", 0x995dc9bbdf1939fa),
            ("", 0x0000000000000000),
            ("a", 0x330284772e652b05),
            ("0123456789abcdef0123456789abcdef0123456789abcdef!", 0x0b96e542c0c6ba0e),
        ] as [(String, UInt64)])
    func digestMatchesReferenceValues(text: String, value: UInt64) { #expect(Digest.of(Array(text.utf8)) == value) }

    @Test func digestIsIndependentOfChunking() {
        let bytes = noise(1000)
        for size in [1, 3, 31, 32, 33, 64, 100, 999] {
            var digest = Digest()
            bytes.withUnsafeBytes { all in
                for begin in stride(from: 0, to: all.count, by: size) {
                    digest.update(UnsafeRawBufferPointer(rebasing: all[begin..<min(begin + size, all.count)]))
                }
            }
            #expect(digest.value == Digest.of(bytes))
        }
    }

    @Test func oneChangedBitChangesTheDigest() {
        var bytes = noise(100)
        let before = Digest.of(bytes)
        bytes[50] ^= 1
        #expect(Digest.of(bytes) != before)
    }
}
