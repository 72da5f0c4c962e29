import Foundation
package import HLS
import HTTPClient
import Media
import SystemFiles

/// The source of a demuxer's playlists: HTTP with the rules of downloads, or files.
package struct PlaylistSource: Sendable {
    private let web: PlaylistLoader
    /// The variables that media playlists may import (RFC 8216bis 4.4.2.3).
    private let variables: [String: String]

    package init(web: PlaylistLoader, variables: [String: String] = [:]) {
        self.web = web
        self.variables = variables
    }

    /// A media playlist and its location.
    package struct Loaded: Sendable {
        package var playlist: MediaPlaylist
        fileprivate var origin: Origin

        /// Resolves a URI of the playlist; throws if it must not be requested.
        package func absolute(_ name: String, isKey: Bool) throws(AssetDownloadError) -> String {
            switch origin {
            case .file(let url): return URL(string: name, relativeTo: url)?.absoluteString ?? name
            case .web(let base):
                if let url = base.resolve(name) { return url.description }
                // A key may be contained in its URI, or be on a licence server.
                if isKey, URL(string: name)?.isFileURL != true, name.contains(":") { return name }
                throw AssetDownloadError(
                    .refused,
                    "'\(base)' references '\(name.prefix(200))'; only http: and https: URLs are read")
            }
        }
    }

    fileprivate enum Origin: Sendable {
        case web(WebURL)
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
                .malformed, "'\(file.path)' is a multivariant playlist; a media playlist is required")
        }
        return Loaded(playlist: playlist, origin: .file(file))
    }

    /// Loads a resource of a playlist, whose URL is absolute, or a range of it, into memory.
    package func load(
        _ url: String, range: ByteRange?, limit: Int
    ) async throws(AssetDownloadError) -> [UInt8] {
        guard let file = URL(string: url), file.isFileURL else {
            return try await web.loadResource(url, range: range.map { $0.offset..<$0.end }, limit: limit)
        }
        let content: ByteSlice
        do { content = try MappedFile(path: file.path(percentEncoded: false)).content } catch {
            throw AssetDownloadError(.disk, error.description)
        }
        let place = range.map { $0.offset..<$0.end } ?? 0..<content.count
        guard place.upperBound <= content.count else {
            throw AssetDownloadError(.disk, "'\(file.path)' has \(content.count) bytes, not the range \(place)")
        }
        guard place.count <= limit else {
            throw AssetDownloadError(.tooLarge, "'\(file.path)' exceeds \(limit >> 20) MiB")
        }
        return content.slice(place).bytes
    }

    /// The number of consecutive failures to tolerate: files may be read while they are written, and keys may be late.
    func tolerance(of error: AssetDownloadError) -> Int {
        switch error.kind {
        case .malformed, .disk: 3
        case .notFound: 6
        default: 0
        }
    }

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
            throw AssetDownloadError(.malformed, "'\(url.path)' is not a valid playlist: \(error)")
        }
    }
}
