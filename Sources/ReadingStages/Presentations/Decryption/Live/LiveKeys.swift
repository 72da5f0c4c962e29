import AssetDownloading
import ContentProtection
import HLS
import Media
import ProtectionStages

/// The keys of a live presentation, which its renditions share: the keys of the option and of the playlists' URIs.
actor LiveKeys {
    /// The maximum number of loaded keys.
    private static let maximumCount = 256

    private var option: GivenKeys
    /// The ciphers of the option's keys.
    private(set) var given: [KeyIdentifier: AES128]
    /// The ciphers of keys by absolute URI.
    private var loaded: [String: AES128] = [:]

    init(_ option: GivenKeys) throws(ProtectionError) {
        self.option = option
        given = try option.keys.ciphers()
    }

    /// Loads keys that the source of the option did not have before, such as the keys of the next key period.
    func loadMore() {
        option.loadMore()
        if let ciphers = try? option.keys.ciphers() { given = ciphers }
    }

    /// Returns the cipher of a key of whole segments: the given one with its identifier, that of its URI, or the only one
    /// that is given. Returns nil if there is none.
    ///
    /// Throws `notFound` if the URI cannot be loaded.
    func cipher(
        of key: EncryptionKey, _ playlist: PlaylistSource.Loaded, _ source: PlaylistSource
    ) async throws(AssetDownloadError) -> AES128? {
        if let id = key.identifier {
            if given[id] == nil, option.isRotating { loadMore() }
            if let cipher = given[id] { return cipher }
        }
        let only = given.count == 1 ? given.first?.value : nil
        if key.identifier == nil, let only { return only }
        do throws(AssetDownloadError) { return try await load(key, playlist, source) ?? only } catch {
            // A wrong key is found by the padding of the segment.
            if let only { return only }
            throw error
        }
    }

    /// Returns the cipher of the key at a URI; nil for URIs of licence servers. Throws `notFound` if it cannot be loaded.
    func load(
        _ key: EncryptionKey, _ playlist: PlaylistSource.Loaded, _ source: PlaylistSource
    ) async throws(AssetDownloadError) -> AES128? {
        let uri = try playlist.absolute(key.uri, isKey: true)
        if let known = loaded[uri] { return known }
        guard ["http:", "https:", "file:"].contains(where: uri.lowercased().hasPrefix) else { return nil }
        let cipher: AES128
        do {
            var bytes = try await source.load(uri, range: nil, limit: 1 << 10).bytes.bytes
            defer { for index in bytes.indices { bytes[index] = 0 } }
            cipher = try bytes.withUnsafeBytes { try AES128(key: $0) }
        } catch {
            throw AssetDownloadError(
                .notFound, "the key '\(uri.prefix(200))' cannot be loaded: \(error); add it to the source of 'keys'")
        }
        if loaded.count >= Self.maximumCount { loaded = [:] }
        loaded[uri] = cipher
        return cipher
    }
}
