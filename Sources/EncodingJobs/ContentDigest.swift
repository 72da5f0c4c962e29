import CNettle
package import Media

/// A SHA-256 digest in hexadecimal.
package struct ContentDigest: Sendable {
    private var state = sha256_ctx()

    package init() { nettle_sha256_init(&state) }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&state, bytes.count, base)
    }

    /// Ends the computation and returns the digest as text.
    package mutating func finish() -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&state, digest.count, &digest)
        let digits = Array("0123456789abcdef")
        return String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    package static func text(_ bytes: [UInt8]) -> String {
        var digest = ContentDigest()
        bytes.withUnsafeBytes { digest.add($0) }
        return digest.finish()
    }

    package static func text(_ rope: ByteRope) -> String {
        var digest = ContentDigest()
        for slice in rope.slices { slice.withUnsafeBytes { digest.add($0) } }
        return digest.finish()
    }
}
