import HTTPClient
import HLS
import Media
import HLSRules

/// Decrypts segments that AES-128 encrypts as a whole (RFC 8216bis 4.4.4.4, 5.2), with keys that are loaded once.
struct SegmentDecryption {
    /// The bytes of a segment that are decrypted at once.
    private static let size = 256 << 20
    /// Keys that are remembered.
    private static let mostKeys = 4096

    /// The methods that are decrypted, with the sizes of their keys in bytes.
    private static let keySizes = ["AES-128": 16, "AES-256": 32]

    /// What came of a segment's bytes.
    enum Outcome {
        /// They are not encrypted as a whole.
        case clear
        case decrypted(ByteSlice)
        /// They are not what the key makes of anything.
        case damaged(String)
        /// The key cannot be had, or the method is another one.
        case withheld(String)
        /// The key with this URI is not there.
        case keyAbsent(uri: String, String)
    }

    /// By the reference of the playlist; what is no key says why.
    private var keys: [String: Result<[UInt8], Reason>] = [:]

    private struct Reason: Error {
        var text: String
        /// Whether the key is not there.
        var isAbsence = false
    }

    /// Decrypts what was loaded of `entry`, or of its initialization section.
    mutating func decrypt(
        _ bytes: ByteSlice, of entry: ScannedSegment, in playlist: ScannedPlaylist, from source: inout MediaSource,
        isInitialization: Bool = false
    ) async -> Outcome {
        guard entry.isEncryptedWhole(in: playlist) else { return .clear }
        let tags = entry.keys.compactMap { playlist.lines[$0].attributes }
        guard
            let tag = tags.first(where: {
                Self.keySizes[$0.text("METHOD") ?? ""] != nil
                    && $0.text("KEYFORMAT") ?? EncryptionKey.identity == EncryptionKey.identity
            }),
            let uri = tag.text("URI")
        else {
            let methods = tags.compactMap { $0.text("METHOD") }.filter { Self.keySizes[$0] == nil }
            return .withheld(
                methods.first.map { "METHOD=\($0) is not one that is decrypted here" }
                    ?? "no EXT-X-KEY with KEYFORMAT=\"identity\" is in force")
        }
        guard bytes.count <= Self.size else { return .withheld("it has more than \(Self.size) bytes") }
        let vector =
            tag.text("IV").map(PlaylistValue.vector)
            ?? (isInitialization ? nil : EncryptionKey.vector(ofSegment: entry.sequence))
        guard let vector else { return .withheld("its initialization vector is not known") }
        switch await key(uri, of: Self.keySizes[tag.text("METHOD") ?? ""] ?? 16, from: &source) {
        case .failure(let reason) where reason.isAbsence: return .keyAbsent(uri: uri, reason.text)
        case .failure(let reason): return .withheld(reason.text)
        case .success(let key):
            do throws(BlockCipher.Failure) {
                return .decrypted(try BlockCipher(key: key).decrypt(bytes, vector: vector))
            } catch {
                return .damaged(error.description)
            }
        }
    }

    private mutating func key(
        _ uri: String, of size: Int, from source: inout MediaSource
    ) async -> Result<[UInt8], Reason> {
        if let known = keys[uri] { return known }
        let loaded = await load(uri, of: size, from: &source)
        if keys.count < Self.mostKeys { keys[uri] = loaded }
        return loaded
    }

    private func load(
        _ uri: String, of size: Int, from source: inout MediaSource
    ) async -> Result<[UInt8], Reason> {
        do throws(TransferError) {
            let bytes = try await source.bytes(uri, nil, limit: 1 << 16)
            guard bytes.count == size else {
                return .failure(
                    Reason(text: "its key '\(uri.prefix(200))' has \(bytes.count) bytes, \(size) are a key"))
            }
            return .success(bytes.bytes)
        } catch  where error.isAbsence {
            return .failure(Reason(text: error.message, isAbsence: true))
        } catch {
            return .failure(Reason(text: "its key cannot be had: \(error.message)"))
        }
    }
}
