package import HTTPClient
package import Foundation
import HLS
import Media
package import HLSRules

/// A playlist and the playlists that it references, each loaded once.
package struct LoadedPresentation: Sendable {
    package enum Content: Sendable {
        /// A multivariant playlist and its media playlists.
        case presentation(CheckedPresentation)
        /// A single media playlist, or text that is not a playlist.
        case playlist(CheckedPlaylist)
    }

    /// The maximum numbers of media playlists and of files with session data to load.
    private static let (limit, dataLimit) = (500, 100)

    package var content: Content
    /// The location of each playlist, by its name in findings.
    package var urls: [String: URL]
    /// The network scope of the first playlist; nil for a file. Referenced resources must not have a narrower scope.
    package var reach: AddressScope?
    /// The resources that could not be loaded, with the reasons.
    package var unchecked: [String]
    /// The media playlists and session data that do not exist or cannot be used.
    package var absent: [ListedResource] = []

    /// All loaded playlists; the given one comes first.
    package var playlists: [CheckedPlaylist] {
        switch content {
        case .playlist(let playlist): [playlist]
        case .presentation(let presentation): [presentation.multivariant] + presentation.renditions.map(\.playlist)
        }
    }

    /// Loads the playlist at `url`, which findings call `name`, and the playlists that it references.
    ///
    /// Throws if the playlist itself cannot be loaded; referenced playlists may be missing.
    package static func load(
        _ url: URL, name: String, reader: PlaylistReader
    ) async throws(TransferError) -> LoadedPresentation {
        let (document, reach) = try await reader.read(url)
        if let media = SegmentFacts.Content(ByteSlice(copying: document.bytes.prefix(192))).mediaName,
            !name.contains(".m3u")
        {
            throw TransferError(.refused, "'\(name)' is \(media), not a playlist")
        }
        let playlist = CheckedPlaylist(
            name: name, bytes: document.bytes, variables: Self.variables(of: document))
        if let refusal = playlist.refusal { throw TransferError(refusal, name) }
        var loaded = LoadedPresentation(
            content: .playlist(playlist), urls: [name: document.url], reach: reach, unchecked: [])
        if playlist.text.kind == .multivariant {
            loaded.content = .presentation(await loaded.renditions(of: playlist, at: document.url, reader))
            await loaded.loadSessionData(of: playlist, at: document.url, reader)
        }
        return loaded
    }

    /// Returns the variables of a single playlist: a file has no query, and for a media
    /// playlist that imports variables the multivariant playlist is unknown.
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
            unchecked.append("\(multivariant.name) lists \(entries.count) playlists; only \(Self.limit) are validated")
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

    /// Loads the files of session data, and parses those in JSON, the default format.
    private mutating func loadSessionData(
        of multivariant: CheckedPlaylist, at base: URL, _ reader: PlaylistReader
    ) async {
        for line in multivariant.text.lines(.sessionData).prefix(Self.dataLimit) {
            guard let uri = line.attributes?.text("URI") else { continue }
            var problem: String?
            do throws(TransferError) {
                let document = try await reader.read(uri, from: base, reach: reach)
                let isJSON = line.attributes?.text("FORMAT") ?? "JSON" == "JSON"
                let content = Data(document.bytes)
                if isJSON, (try? JSONSerialization.jsonObject(with: content, options: .fragmentsAllowed)) == nil {
                    problem = "content that is no JSON"
                }
            } catch  where error.isAbsence {
                problem = error.message
            } catch {
                unchecked.append("\(uri): \(error.message)")
            }
            guard let problem else { continue }
            absent.append(
                ListedResource(.sessionData, uri: uri, place: multivariant.place(at: line), absence: problem))
        }
    }
}

extension TransferError {
    /// Creates the error for a playlist that would exceed the memory limit.
    fileprivate init(_ refusal: PlaylistProblem, _ name: String) {
        self.init(.tooLarge, "'\(name.prefix(200))', line \(refusal.line): \(refusal.message)")
    }
}

extension SegmentFacts.Content {
    /// A description of the media type; nil if the content is not clear media.
    fileprivate var mediaName: String? {
        switch self {
        case .fragmentedMP4: "an MP4 file"
        case .transportStream: "a transport stream"
        case .packedAudio: "an audio file"
        case .webVTT: "a subtitle file"
        case .encrypted, .unknown: nil
        }
    }
}
