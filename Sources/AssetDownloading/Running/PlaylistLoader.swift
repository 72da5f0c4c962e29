package import HLS
package import HTTPClient
import Synchronization

/// Loads playlists from where they are.
package final class PlaylistLoader: Sendable {
    private let fetch: ItemFetch
    /// What media playlists may import (RFC 8216bis 4.4.2.3).
    private let variables: [String: String]

    /// A media playlist that was loaded already: what is asked for first.
    private let first: Mutex<Media?>

    package init(_ fetch: ItemFetch, variables: [String: String] = [:], first: Media? = nil) {
        self.fetch = fetch
        self.variables = variables
        self.first = Mutex(first)
    }

    /// A media playlist, and where it was in the end.
    package struct Media: Sendable {
        package var playlist: MediaPlaylist
        package var url: WebAddress
    }

    /// A playlist as it was loaded.
    package struct Loaded: Sendable {
        package var playlist: Playlist
        /// Where it was in the end; what it names is relative to this.
        package var url: WebAddress
        package var scope: AddressScope
        /// The variables that it defines.
        package var variables: [String: String]
    }

    /// Loads and reads a playlist.
    package func load(_ url: String) async throws(AssetDownloadError) -> Loaded {
        let limits = fetch.settings.limits
        let (bytes, outcome) = try await fetch.load(url, limit: limits.playlistSize, isText: true)
        guard let address = WebAddress(outcome.url) else {
            throw AssetDownloadError(.refused, "'\(outcome.url)' is not an address")
        }
        var parserLimits = PlaylistLimits()
        parserLimits.size = limits.playlistSize
        do throws(PlaylistProblem) {
            let source = PlaylistVariables(imported: variables, queryParameters: address.queryParameters)
            let parsed = try Playlist.parse(bytes, limits: parserLimits, variables: source, tolerance: .tolerant)
            return Loaded(
                playlist: parsed.playlist, url: address, scope: outcome.scope, variables: parsed.variables)
        } catch {
            throw AssetDownloadError(.malformed, "'\(url)' is not a playlist that can be read: \(error)")
        }
    }

    /// Loads a playlist that has to be a media playlist.
    package func loadMedia(_ url: String) async throws(AssetDownloadError) -> Media {
        if let first = first.withLock({ $0.take() }) { return first }
        let loaded = try await load(url)
        guard case .media(let playlist) = loaded.playlist else {
            throw AssetDownloadError(.malformed, "'\(url)' is a multivariant playlist where a media playlist is wanted")
        }
        return Media(playlist: playlist, url: loaded.url)
    }
}
