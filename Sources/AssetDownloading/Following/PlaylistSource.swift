import Foundation
package import HLS
import HTTPClient
package import Media
package import SystemFiles

/// The source of the playlists and the media of a presentation: HTTP with the rules of downloads, or files.
package struct PlaylistSource: Sendable {
    private let web: PlaylistLoader
    /// The variables that media playlists may import (RFC 8216bis 4.4.2.3).
    private let variables: [String: String]

    private let clock: any Clock<Duration>

    package init(web: PlaylistLoader, variables: [String: String] = [:], clock: any Clock<Duration>) {
        self.web = web
        self.variables = variables
        self.clock = clock
    }

    /// Waits before the next request. Throws if the task is cancelled.
    package func wait(for duration: Duration) async throws(AssetDownloadError) {
        do { try await clock.sleep(for: duration) } catch {
            throw AssetDownloadError(.cancelled, "reading was cancelled")
        }
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

    /// Loads a media playlist, whose URL is absolute.
    package func load(_ url: String) async throws(AssetDownloadError) -> Loaded {
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

    /// A resource of a playlist, or a range of it.
    package struct Resource: Sendable {
        package var bytes: ByteSlice
        /// The file that contains the bytes; nil for bytes in memory.
        package var file: MappedFile?
    }

    /// Loads a resource of a playlist, whose URL is absolute, or a range of it, into memory of at most `limit` bytes. Files
    /// are mapped.
    package func load(
        _ url: String, range: ByteRange?, limit: Int
    ) async throws(AssetDownloadError) -> Resource {
        guard let location = URL(string: url), location.isFileURL else {
            let bytes = try await web.loadResource(url, range: range.map { $0.offset..<$0.end }, limit: limit)
            return Resource(bytes: ByteSlice(copying: bytes))
        }
        let file: MappedFile
        do { file = try MappedFile(path: location.path(percentEncoded: false)) } catch {
            throw AssetDownloadError(.disk, error.description)
        }
        let place = range.map { $0.offset..<$0.end } ?? 0..<file.count
        guard place.upperBound <= file.count else {
            throw AssetDownloadError(
                .disk,
                "'\(location.path)' has \(file.count) bytes, fewer than its byte range in the playlist (\(place))")
        }
        return Resource(bytes: file.content.slice(place), file: file)
    }

    /// The number of consecutive failures to tolerate: files may be read while they are written, and keys may be late.
    package func tolerance(of error: AssetDownloadError) -> Int {
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
