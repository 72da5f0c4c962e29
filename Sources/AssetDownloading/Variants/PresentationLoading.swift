package import Foundation
import HLS
import HTTPClient
import SystemFiles

extension URLAsset {
    /// What the multivariant playlist offers; it is loaded anew each time.
    ///
    /// Throws ``AssetDownloadError`` where it cannot be loaded and ``AssetInspectionError`` where it is wrong.
    public func load() async throws -> AssetPresentation {
        let document = try await PlaylistDocument.load(self)
        return try AssetPresentation(playlist: document.bytes, url: document.url)
    }

    /// The variants, in the order of the playlist; see ``load()``.
    public var variants: [AssetVariant] { get async throws { try await load().variants } }
}

/// A playlist as it was loaded.
package struct PlaylistDocument: Sendable {
    package let bytes: [UInt8]
    /// Where it was in the end; what it names is relative to this.
    package let url: URL

    /// Loads a playlist over `http`, `https` or from a file.
    package static func load(_ asset: URLAsset) async throws(AssetDownloadError) -> PlaylistDocument {
        let url = asset.url
        switch url.scheme?.lowercased() {
        case "file": return try file(url)
        case "http", "https": return try await web(asset)
        default:
            throw AssetDownloadError(.refused, "'\(url)' is neither a file nor an address with http: or https:")
        }
    }

    private static func web(_ asset: URLAsset) async throws(AssetDownloadError) -> PlaylistDocument {
        let address = asset.url.absoluteString
        var settings = DownloadSettings(connections: 1)
        // Somebody waits for the answer.
        settings.requests.policy.attempts = 2
        let rules = FetchRules(
            table: settings.requests.table, fields: asset.headerFields, fieldsOrigin: WebAddress(address)?.origin)
        let engine = FetchEngine(connectionsPerHost: 1, connections: 1)
        let fetch = ItemFetch(engine: engine, store: nil, settings: settings, rules: rules)
        let (bytes, outcome) = try await fetch.load(address, limit: settings.limits.playlistSize, isText: true)
        return PlaylistDocument(bytes: bytes, url: URL(string: outcome.url) ?? asset.url)
    }

    private static func file(_ url: URL) throws(AssetDownloadError) -> PlaylistDocument {
        let path = url.path(percentEncoded: false)
        let limit = PlaylistLimits().size
        do throws(RegularFile.Failure) {
            let bytes = try RegularFile.read(path, limit: limit, scope: .filesAndOpenDescriptors)
            return PlaylistDocument(bytes: bytes, url: url)
        } catch {
            if error == .tooLarge(limit: limit) {
                throw AssetDownloadError(.tooLarge, "'\(path)' has more than \(limit) bytes")
            }
            throw AssetDownloadError(.disk, "'\(path)' cannot be read: \(error)")
        }
    }
}
