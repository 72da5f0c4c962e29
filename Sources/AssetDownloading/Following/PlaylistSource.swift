import Foundation
package import HLS
import HTTPClient
import SystemFiles

/// Where a demuxer's playlists are loaded from: the web, by the rules of downloads, or files.
package struct PlaylistSource: Sendable {
    private let web: PlaylistLoader
    /// What media playlists may import (RFC 8216bis 4.4.2.3).
    private let variables: [String: String]

    package init(web: PlaylistLoader, variables: [String: String] = [:]) {
        self.web = web
        self.variables = variables
    }

    /// A media playlist, and where it was.
    package struct Loaded: Sendable {
        package var playlist: MediaPlaylist
        fileprivate var origin: Origin

        /// What a name in it stands for; throws where that is not to be asked for.
        func absolute(_ name: String, isKey: Bool) throws(AssetDownloadError) -> String {
            switch origin {
            case .file(let url): return URL(string: name, relativeTo: url)?.absoluteString ?? name
            case .web(let address):
                if let url = address.resolve(name) { return url.description }
                // A key may be in its name, or be a licence server's.
                if isKey, URL(string: name)?.isFileURL != true, name.contains(":") { return name }
                throw AssetDownloadError(
                    .refused,
                    "'\(address)' names '\(name.prefix(200))', which is not on the web; only http: and https: are read")
            }
        }
    }

    fileprivate enum Origin: Sendable {
        case web(WebAddress)
        case file(URL)
    }

    func load(_ url: String) async throws(AssetDownloadError) -> Loaded {
        guard let file = URL(string: url), file.isFileURL else {
            let media = try await web.loadMedia(url)
            return Loaded(playlist: media.playlist, origin: .web(media.url))
        }
        let source = PlaylistVariables(imported: variables, queryParameters: [:])
        guard case .media(let playlist) = try Self.read(file, source).playlist else {
            throw AssetDownloadError(
                .malformed, "'\(file.path)' is a multivariant playlist where a media playlist is wanted")
        }
        return Loaded(playlist: playlist, origin: .file(file))
    }

    /// Whether a failure can come from looking at a file while it is written.
    func mayBeUnfinished(_ error: AssetDownloadError) -> Bool { error.kind == .malformed || error.kind == .disk }

    /// Reads a playlist from a file.
    static func read(_ url: URL, _ variables: PlaylistVariables? = nil) throws(AssetDownloadError) -> ParsedPlaylist {
        let limit = PlaylistLimits().size
        let data: [UInt8]
        do throws(RegularFile.Failure) {
            data = try RegularFile.read(url.path, limit: limit)
        } catch {
            throw AssetDownloadError(.disk, "'\(url.path)' cannot be read: \(error)")
        }
        do throws(PlaylistProblem) {
            return try Playlist.parse(data, variables: variables, tolerance: .tolerant)
        } catch {
            throw AssetDownloadError(.malformed, "'\(url.path)' is not a playlist that can be read: \(error)")
        }
    }
}
