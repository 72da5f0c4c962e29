package import HTTPClient
package import Foundation
import HLS
import Media
package import HLSRules

/// A playlist with all that it names which is a playlist, loaded once.
package struct LoadedPresentation: Sendable {
    package enum Content: Sendable {
        /// A multivariant playlist with its media playlists.
        case presentation(CheckedPresentation)
        /// A media playlist by itself, or something that is no playlist.
        case playlist(CheckedPlaylist)
    }

    /// Media playlists that are loaded; more are not looked at.
    private static let limit = 500

    package var content: Content
    /// Where each playlist was, by the name that findings give it.
    package var urls: [String: URL]
    /// Where the first playlist was from; nil for a file. What it names may not be nearer.
    package var reach: AddressScope?
    /// What could not be loaded and why.
    package var unchecked: [String]
    /// The media playlists that are not there.
    package var absent: [ListedResource] = []

    /// All playlists that were loaded, the one that was named first.
    package var playlists: [CheckedPlaylist] {
        switch content {
        case .playlist(let playlist): [playlist]
        case .presentation(let presentation): [presentation.multivariant] + presentation.renditions.map(\.playlist)
        }
    }

    /// Loads the playlist at `url` and what it names; findings call it `name`.
    ///
    /// Throws where the playlist itself cannot be loaded; what it names may be missing.
    package static func load(
        _ url: URL, name: String, reader: PlaylistReader
    ) async throws(TransferError) -> LoadedPresentation {
        let (document, reach) = try await reader.read(url)
        if let media = SegmentFacts.Content(ByteSlice(copying: document.bytes.prefix(192))).mediaName,
            !name.contains(".m3u")
        {
            throw TransferError(.refused, "'\(name)' is \(media), and no playlist that names such")
        }
        let playlist = CheckedPlaylist(
            name: name, bytes: document.bytes, variables: Self.variables(of: document))
        if let refusal = playlist.refusal { throw TransferError(refusal, name) }
        var loaded = LoadedPresentation(
            content: .playlist(playlist), urls: [name: document.url], reach: reach, unchecked: [])
        if playlist.text.kind == .multivariant {
            loaded.content = .presentation(await loaded.renditions(of: playlist, at: document.url, reader))
        }
        return loaded
    }

    /// What is known of the variables of a playlist that was named by itself: a file has no query, and nothing is known
    /// of a multivariant playlist that a media playlist imports from.
    private static func variables(of document: PlaylistReader.Document) -> PlaylistVariables? {
        guard !document.url.isFileURL, document.bytes.firstRange(of: Array("IMPORT=".utf8)) == nil else { return nil }
        return PlaylistVariables(queryParameters: document.url.queryParameters)
    }

    private mutating func renditions(
        of multivariant: CheckedPlaylist, at base: URL, _ reader: PlaylistReader
    ) async -> CheckedPresentation {
        var presentation = CheckedPresentation(multivariant: multivariant, renditions: [])
        let entries = PresentationDeclarations(multivariant.text).entries
        if entries.count > Self.limit {
            unchecked.append("\(multivariant.name) names \(entries.count) playlists; \(Self.limit) are looked at")
        }
        for entry in entries.prefix(Self.limit) {
            do throws(TransferError) {
                let document = try await reader.read(entry.uri, from: base, reach: reach)
                let variables = PlaylistVariables(
                    imported: multivariant.parsed?.variables ?? [:],
                    queryParameters: document.url.queryParameters)
                var playlist = CheckedPlaylist(name: entry.uri, bytes: document.bytes, variables: variables)
                if let refusal = playlist.refusal { throw TransferError(refusal, entry.uri) }
                playlist.inheritsIndependence = multivariant.text.has(.independentSegments)
                urls[entry.uri] = document.url
                presentation.renditions.append(
                    CheckedRendition(
                        role: entry.role, uri: entry.uri, playlist: playlist, declarations: entry.declarations,
                        attributes: entry.attributes))
            } catch  where error.isAbsence {
                let line = entry.declarations.first.map { multivariant.text.lines[$0] }
                absent.append(
                    ListedResource(
                        .playlist, uri: entry.uri, place: multivariant.place(at: line), absence: error.message))
            } catch {
                unchecked.append("\(entry.uri): \(error.message)")
            }
        }
        return presentation
    }
}

extension TransferError {
    /// A playlist that would take more memory than the limit.
    fileprivate init(_ refusal: PlaylistProblem, _ name: String) {
        self.init(.tooLarge, "'\(name.prefix(200))', line \(refusal.line): \(refusal.message)")
    }
}

extension SegmentFacts.Content {
    /// What the bytes are where they are media, in words; nil elsewhere.
    fileprivate var mediaName: String? {
        switch self {
        case .fragmentedMP4: "an MP4 file"
        case .transportStream: "a transport stream"
        case .packedAudio: "a file of sound"
        case .webVTT: "a file of subtitles"
        case .encrypted, .unknown: nil
        }
    }
}
