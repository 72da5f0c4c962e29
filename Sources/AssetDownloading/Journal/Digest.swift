import CISAL

/// A streaming 64-bit digest (CRC-64/XZ: polynomial of ECMA-182, reflected).
///
/// Detects damage by crashes and disk errors. Offers no protection against deliberate changes.
package struct Digest: Sendable, Hashable {
    /// The digest of the bytes so far.
    package private(set) var value: UInt64 = 0

    package init() {}

    /// Returns the digest of bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.value
    }

    /// Adds the next bytes.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        value = crc64_ecma_refl(value, first, UInt64(bytes.count))
    }
}
