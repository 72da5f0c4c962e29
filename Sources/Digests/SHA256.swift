import CNettle
package import Media

/// The SHA-256 digest (FIPS 180-4) of bytes that are added in pieces.
package struct SHA256: Sendable {
    private var state = sha256_ctx()

    package init() { nettle_sha256_init(&state) }

    /// Adds the next bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        nettle_sha256_update(&state, bytes.count, base)
    }

    /// Ends the computation and returns the digest, 32 bytes.
    package mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&state, digest.count, &digest)
        return digest
    }
}

// Digests in hexadecimal, as plans, stores and signatures contain them.
extension SHA256 {
    /// The digest of no bytes.
    package static let ofNothing = text(of: [UInt8]())

    /// Returns the digest of the slices, one after the other.
    package static func text(of slices: some Sequence<ByteSlice>) -> String {
        var digest = SHA256()
        for slice in slices { slice.withUnsafeBytes { digest.add($0) } }
        return digest.finish().hexadecimal()
    }

    package static func text(of bytes: [UInt8]) -> String {
        var digest = SHA256()
        bytes.withUnsafeBytes { digest.add($0) }
        return digest.finish().hexadecimal()
    }

    package static func text(of text: String) -> String { self.text(of: Array(text.utf8)) }
}
