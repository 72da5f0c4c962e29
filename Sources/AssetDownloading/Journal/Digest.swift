import CISAL

/// A 64-bit digest of bytes as they come (CRC-64/XZ: polynomial of ECMA-182, reflected).
///
/// It finds what a crash or a bad disk does to a file. It is no protection from someone who may write to the folder.
package struct Digest: Sendable, Hashable {
    /// The digest of what was taken in so far.
    package private(set) var value: UInt64 = 0

    package init() {}

    /// The digest of some bytes.
    package static func of(_ bytes: [UInt8]) -> UInt64 {
        var digest = Digest()
        bytes.withUnsafeBytes { digest.update($0) }
        return digest.value
    }

    /// Takes the next bytes in.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        value = crc64_ecma_refl(value, first, UInt64(bytes.count))
    }
}
