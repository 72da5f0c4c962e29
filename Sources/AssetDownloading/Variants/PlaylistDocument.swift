package import Foundation
import HLS
import HTTPClient
import SystemFiles

/// The bytes of a loaded playlist.
package struct PlaylistDocument: Sendable {
    package let bytes: [UInt8]
    /// The final URL, against which references are resolved.
    package let url: URL

    /// Loads a playlist over HTTP or HTTPS, or from a file.
    package static func load(_ asset: URLAsset) async throws(AssetDownloadError) -> PlaylistDocument {
        let url = asset.url
        switch url.scheme?.lowercased() {
        case "file": return try loadFile(url)
        case "http", "https": return try await loadFromWeb(asset)
        default:
            throw AssetDownloadError(.refused, "'\(url)' is neither a file nor a URL with http: or https:")
        }
    }

    private static func loadFromWeb(_ asset: URLAsset) async throws(AssetDownloadError) -> PlaylistDocument {
        let urlText = asset.url.absoluteString
        var settings = DownloadSettings(connections: 1)
        // A user waits for the result.
        settings.requests.policy.attempts = 2
        let rules = FetchRules(
            table: settings.requests.table, fields: asset.headerFields, fieldsOrigin: WebURL(urlText)?.origin)
        let engine = FetchEngine(connectionsPerHost: 1, connections: 1)
        let fetch = ItemFetch(engine: engine, store: nil, settings: settings, rules: rules)
        let (bytes, outcome) = try await fetch.load(urlText, limit: settings.limits.playlistSize, isText: true)
        return PlaylistDocument(bytes: bytes, url: URL(string: outcome.url) ?? asset.url)
    }

    private static func loadFile(_ url: URL) throws(AssetDownloadError) -> PlaylistDocument {
        let path = url.path(percentEncoded: false)
        let limit = PlaylistLimits().size
        do throws(RegularFile.Failure) {
            let bytes = try RegularFile.read(path, limit: limit, scope: .filesAndOpenDescriptors)
            return PlaylistDocument(bytes: bytes, url: url)
        } catch {
            if error == .tooLarge(limit: limit) {
                throw AssetDownloadError(.tooLarge, "'\(path)' exceeds the limit of \(limit) bytes")
            }
            throw AssetDownloadError(.disk, "'\(path)' cannot be read: \(error)")
        }
    }
}
