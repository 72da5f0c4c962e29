import AssetDownloading
import Testing

@Suite struct DigestTests {
    /// Values that `xxhsum -H64` prints.
    @Test(
        arguments: [
            ("", 0xef46_db37_51d8_e999), ("a", 0xd24e_c4f1_a98c_6e5b), ("abc", 0x44bc_2cf5_ad77_0999),
            ("0123456789abcdef0123456789abcdef0123456789abcdef!", 0xbc7c85eebf06937f),
        ] as [(String, UInt64)])
    func itIsWhatOthersCompute(text: String, value: UInt64) { #expect(Digest.of(Array(text.utf8)) == value) }

    @Test func howTheBytesComeInDoesNotMatter() {
        let bytes = noise(1000)
        for size in [1, 3, 31, 32, 33, 64, 100, 999] {
            var digest = Digest()
            bytes.withUnsafeBytes { all in
                for begin in stride(from: 0, to: all.count, by: size) {
                    digest.take(UnsafeRawBufferPointer(rebasing: all[begin..<min(begin + size, all.count)]))
                }
            }
            #expect(digest.value == Digest.of(bytes))
        }
    }

    @Test func oneChangedBitChangesIt() {
        var bytes = noise(100)
        let before = Digest.of(bytes)
        bytes[50] ^= 1
        #expect(Digest.of(bytes) != before)
    }
}
