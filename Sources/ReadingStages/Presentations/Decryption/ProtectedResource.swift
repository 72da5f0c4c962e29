import ContentProtection
import Foundation
import HLS

/// A file of a presentation, with its uses in playlists.
struct ProtectedResource {
    /// An initialization section.
    struct Section: Hashable {
        var url: URL
        var range: ByteRange?
    }

    /// The encryption of a byte range, or of the whole file.
    struct Use: Hashable {
        var range: ByteRange?
        /// The keys in force.
        var keys: [EncryptionKey]
        /// The media sequence number; nil for initialization sections.
        var sequence: Int?
        /// The initialization section of media; nil without one.
        var section: Section?
        /// The location of the playlist; the URIs of keys are relative to it.
        var base: URL

        /// The key of a range that is encrypted as a whole.
        var wholeKey: EncryptionKey? { keys.first { $0.method == .aes128 && $0.isIdentity } }
        /// The key of encrypted samples, if players load it as such.
        var sampleKey: EncryptionKey? { keys.first { $0.isForSamples && $0.isIdentity } }
    }

    let url: URL
    /// The path in the output.
    let path: String
    var uses: Set<Use> = []
    /// The byte ranges in the decrypted file, by those in the encrypted one.
    var clearRanges: [ByteRange: ByteRange] = [:]
}

extension EncryptionKey {
    /// Whether players load the key itself from its URI.
    var isIdentity: Bool { keyFormat ?? Self.identity == Self.identity }
    /// Whether samples are encrypted, instead of whole resources.
    var isForSamples: Bool { method == .sampleAES || method == .sampleAESCTR }
    /// The identifier of the key: its KEYID, or the one in its URI.
    var identifier: KeyIdentifier? { keyIdentifier.flatMap { KeyIdentifier($0) } ?? KeyIdentifier(inURI: uri) }

    /// Returns the vector of a resource that is encrypted as a whole. `sequence` is nil for initialization sections.
    func vector(ofSegment sequence: Int?) throws(DecryptionFailure) -> InitializationVector {
        let bytes = initializationVector ?? sequence.map(EncryptionKey.vector(ofSegment:))
        guard let vector = bytes.flatMap({ InitializationVector($0) }) else {
            throw DecryptionFailure("its initialization vector is unknown: EXT-X-KEY has no IV")
        }
        return vector
    }
}
