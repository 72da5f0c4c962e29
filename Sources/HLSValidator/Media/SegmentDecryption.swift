import ContentProtection
import HTTPClient
import HLS
import Media
import HLSRules

/// Decrypts segments that are encrypted as a whole with AES-128 (RFC 8216bis 4.4.4.4, 5.2); each key is loaded once.
struct SegmentDecryption {
    /// The maximum size of a segment to decrypt, in bytes.
    private static let maximumSize = MediaSource.maximumSize
    /// The maximum number of cached keys.
    private static let maximumKeys = 4096

    private static let method = "AES-128"

    /// The result for the bytes of a segment.
    enum Outcome {
        /// They are not encrypted as a whole.
        case clear
        case decrypted(ByteSlice)
        /// They are not valid ciphertext for the key.
        case damaged(String)
        /// The key cannot be loaded, or the method is not supported.
        case unavailable(String)
        /// The key with this URI does not exist.
        case keyAbsent(uri: String, String)
    }

    /// The keys that the user gave; the URI of a key names them by their identifiers.
    private let given: [KeyIdentifier: AES128]
    /// The keys, or the reasons why they are unavailable, by URI.
    private var keys: [String: Result<AES128, KeyFailure>] = [:]

    init(_ given: [KeyIdentifier: AES128]) { self.given = given }

    struct KeyFailure: Error {
        var text: String
        /// Whether the key does not exist.
        var isAbsence = false
    }

    /// Decrypts the bytes of `entry` or of its initialization section.
    mutating func decrypt(
        _ bytes: ByteSlice, of entry: ScannedSegment, in playlist: ScannedPlaylist, from source: inout MediaSource,
        isInitialization: Bool = false
    ) async -> Outcome {
        guard entry.isFullyEncrypted(in: playlist) else { return .clear }
        let tags = entry.keys.compactMap { playlist.lines[$0].attributes }
        guard
            let tag = tags.first(where: {
                $0.text("METHOD") == Self.method
                    && $0.text("KEYFORMAT") ?? EncryptionKey.identity == EncryptionKey.identity
            }),
            let uri = tag.text("URI")
        else {
            let methods = tags.compactMap { $0.text("METHOD") }.filter { $0 != Self.method }
            return .unavailable(
                methods.first.map { "METHOD=\($0) is not supported" }
                    ?? "no EXT-X-KEY with KEYFORMAT=\"identity\" is in force")
        }
        guard bytes.count <= Self.maximumSize else { return .unavailable("it has more than \(Self.maximumSize) bytes") }
        let vector =
            tag.text("IV").map(PlaylistValue.vector)
            ?? (isInitialization ? nil : EncryptionKey.vector(ofSegment: entry.sequence))
        guard let vector = vector.flatMap({ InitializationVector($0) }) else {
            return .unavailable("its initialization vector is unknown")
        }
        switch await key(uri, from: &source) {
        case .failure(let reason) where reason.isAbsence: return .keyAbsent(uri: uri, reason.text)
        case .failure(let reason): return .unavailable(reason.text)
        case .success(let key):
            do throws(ProtectionError) {
                return .decrypted(try SegmentCipher(key).decrypt(ByteRope(bytes), vector))
            } catch {
                return .damaged("\(error)")
            }
        }
    }

    /// Loads the key at a URI once.
    mutating func key(_ uri: String, from source: inout MediaSource) async -> Result<AES128, KeyFailure> {
        if let known = keys[uri] { return known }
        if let id = KeyIdentifier(inURI: uri), let key = given[id] { return .success(key) }
        let loaded = await load(uri, from: &source)
        if keys.count < Self.maximumKeys { keys[uri] = loaded }
        return loaded
    }

    private func load(_ uri: String, from source: inout MediaSource) async -> Result<AES128, KeyFailure> {
        do throws(TransferError) {
            let bytes = try await source.bytes(uri, nil, limit: 1 << 16)
            return bytes.withUnsafeBytes { key in
                do throws(ProtectionError) {
                    return .success(try AES128(key: key))
                } catch {
                    return .failure(KeyFailure(text: "its key '\(uri.prefix(200))' cannot be used: \(error)"))
                }
            }
        } catch  where error.isAbsence {
            return .failure(KeyFailure(text: error.message, isAbsence: true))
        } catch {
            return .failure(KeyFailure(text: "its key cannot be loaded: \(error.message)"))
        }
    }
}
