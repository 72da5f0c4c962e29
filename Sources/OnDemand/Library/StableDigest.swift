/// A digest of a text that is the same in every process and release (FNV-1a), for names. It resists no attack.
struct StableDigest {
    private let hash: UInt64

    init(_ text: String) { self.init(text.utf8) }

    init(_ bytes: some Sequence<UInt8>) {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        self.hash = hash
    }

    /// 60 bits as twelve digits and lower-case letters.
    var text: String {
        let digits = String(hash & (1 << 60 - 1), radix: 32)
        return String(repeating: "0", count: 12 - digits.count) + digits
    }
}
