package import HLS
package import HTTPClient
import Synchronization

/// Loads playlists over HTTP.
package final class PlaylistLoader: Sendable {
    private let fetch: ItemFetch
    /// The variables that media playlists may import (RFC 8216bis 4.4.2.3).
    private let variables: [String: String]

    /// An already loaded media playlist, returned by the first request.
    private let first: Mutex<Media?>

    package init(_ fetch: ItemFetch, variables: [String: String] = [:], first: Media? = nil) {
        self.fetch = fetch
        self.variables = variables
        self.first = Mutex(first)
    }

    /// A media playlist and its final URL.
    package struct Media: Sendable {
        package var playlist: MediaPlaylist
        package var url: WebURL
    }

    /// A loaded playlist.
    package struct Loaded: Sendable {
        package var playlist: Playlist
        /// The final URL, against which references are resolved.
        package var url: WebURL
        package var scope: AddressScope
        /// The variables that the playlist defines.
        package var variables: [String: String]
    }

    /// Loads and parses a playlist.
    package func load(_ url: String) async throws(AssetDownloadError) -> Loaded {
        let limits = fetch.settings.limits
        let (bytes, outcome) = try await fetch.load(url, limit: limits.playlistSize, isText: true)
        guard let webURL = WebURL(outcome.url) else {
            throw AssetDownloadError(.refused, "'\(outcome.url)' is not a valid URL")
        }
        var parserLimits = PlaylistLimits()
        parserLimits.size = limits.playlistSize
        do throws(PlaylistProblem) {
            let source = PlaylistVariables(imported: variables, queryParameters: webURL.queryParameters)
            let parsed = try Playlist.parse(bytes, limits: parserLimits, variables: source, tolerance: .tolerant)
            return Loaded(
                playlist: parsed.playlist, url: webURL, scope: outcome.scope, variables: parsed.variables)
        } catch {
            throw AssetDownloadError(.malformed, "'\(url)' is not a valid playlist: \(error)")
        }
    }

    /// Loads a resource that a playlist references, or a range of it.
    func loadResource(
        _ url: String, range: Range<Int>?, limit: Int
    ) async throws(AssetDownloadError) -> [UInt8] { try await fetch.load(url, limit: limit, range: range).bytes }

    /// Loads a media playlist; throws for a multivariant one.
    package func loadMedia(_ url: String) async throws(AssetDownloadError) -> Media {
        if let first = first.withLock({ $0.take() }) { return first }
        let loaded = try await load(url)
        guard case .media(let playlist) = loaded.playlist else {
            throw AssetDownloadError(.malformed, "'\(url)' is a multivariant playlist; a media playlist is required")
        }
        return Media(playlist: playlist, url: loaded.url)
    }
}
