import AssetDownloading
import ContentProtection
import HLS
import Media

/// Decrypts one segment of a playlist.
struct SegmentReading {
    let keys: LiveKeys
    let loaded: PlaylistSource.Loaded
    let source: PlaylistSource

    /// Decrypts a resource that is encrypted as a whole; others are returned unchanged.
    func clear(
        _ bytes: ByteSlice, of uri: String, keys declared: [EncryptionKey], sequence: Int?
    ) async throws(AssetDownloadError) -> ByteSlice {
        if let other = declared.first(where: { $0.method != .aes128 && !$0.isForSamples }) {
            throw AssetDownloadError(
                .refused, "'\(uri)' is encrypted with METHOD=\(other.method.rawValue), which is not supported")
        }
        guard let key = declared.first(where: { $0.method == .aes128 && $0.isIdentity }) else { return bytes }
        guard let cipher = try await keys.cipher(of: key, loaded, source) else { throw missing(key, of: uri) }
        do {
            return try SegmentCipher(cipher).decrypt(ByteRope(bytes), try key.vector(ofSegment: sequence))
        } catch {
            throw AssetDownloadError(.malformed, "'\(uri)' cannot be decrypted: \(error)")
        }
    }

    /// Returns a segment of fragmented MP4 with clear samples, and its initialization section without encryption.
    func clearSamples(
        _ bytes: ByteSlice, of uri: String, keys declared: [EncryptionKey], section: ByteSlice
    ) async throws(AssetDownloadError) -> (segment: ByteSlice, section: ByteSlice) {
        var fallback: AES128?
        var attempt = 0
        while true {
            let given = await keys.given
            do {
                let decryptor = try FragmentDecryptor(section, keys: given, fallback: fallback)
                guard decryptor.isProtected else { return (bytes, section) }
                var rope = ByteRope()
                try FileDecryption(bytes, initialization: decryptor, keys: given, fallback: fallback)
                    .decrypt { rope.append($0) }
                let clear = try FragmentDecryptor(section, keys: [:]).initialization
                return (ByteSlice(copying: rope.bytes), ByteSlice(copying: clear))
            } catch ProtectionError.missingKey(let identifier) {
                attempt += 1
                // Keys may have become available, and players would load the key from its URI.
                if attempt == 1 {
                    await keys.loadMore()
                } else if attempt == 2, let key = declared.first(where: { $0.isForSamples && $0.isIdentity }) {
                    fallback = try? await keys.load(key, loaded, source)
                } else {
                    throw AssetDownloadError(
                        .notFound,
                        "'\(uri)' cannot be decrypted: no key with the KID \(identifier); "
                            + "add it to the source of 'keys'")
                }
            } catch {
                throw AssetDownloadError(.malformed, "'\(uri)' cannot be decrypted: \(error)")
            }
        }
    }

    /// Throws if samples are encrypted in another format than fragmented MP4.
    func requireClearSamples(_ declared: [EncryptionKey], _ uri: String) throws(AssetDownloadError) {
        guard let key = declared.first(where: \.isForSamples) else { return }
        throw AssetDownloadError(
            .refused,
            "'\(uri)' is encrypted with METHOD=\(key.method.rawValue); samples can be decrypted in fragmented MP4 only")
    }

    private func missing(_ key: EncryptionKey, of uri: String) -> AssetDownloadError {
        AssetDownloadError(
            .notFound,
            "'\(uri)' cannot be decrypted: its key '\(key.uri.prefix(200))' is neither given nor loaded; "
                + "add it to the source of 'keys'")
    }
}
