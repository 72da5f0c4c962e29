import HTTPServer
package import OnDemand

/// The object below the folders of movies that a request's path refers to.
package enum MoviePath: Sendable, Hashable {
    /// A playlist or a manifest of the current version, as users give it to players: `PATH/index.m3u8`.
    case entry(movie: String, name: String)
    /// The page that plays a movie: `PATH/`.
    case page(movie: String)
    /// The player of the pages.
    case script
    /// The page that lists the movies, and its files: `/`, `/library.json`.
    case library(LibraryFile)
    /// The poster of a movie: `PATH/poster.jpg`.
    case poster(movie: String)
    /// A file of a version: `PATH/VERSION/video/segment-1.m4s`. The version contains the selection.
    case file(movie: PresentationRequest, version: MovieVersion, path: String)

    /// A file of the page that lists the movies.
    package enum LibraryFile: String, Sendable, Hashable, CaseIterable {
        case page = ""
        case list = "library.json"
        case script = "library.js"
        case style = "library.css"
    }

    private static let maximumLength = MovieName.maximumPath

    /// Parses a percent-encoded path; nil if it is malformed, contains empty or dot segments, or is neither.
    package init?(_ raw: String) {
        if let plain = Self.plain(raw) {
            self = plain
            return
        }
        let bytes = Array(raw.utf8)
        guard bytes.first == UInt8(ascii: "/"), bytes.count <= Self.maximumLength else { return nil }
        var segments: [String] = []
        for segment in bytes[1...].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = ResourcePath.decoded(segment) else { return nil }
            segments.append(name)
        }
        let hasSlash = segments.last == ""
        if segments.count == 1, let file = LibraryFile(rawValue: segments[0]) {
            self = .library(file)
            return
        }
        if hasSlash { segments.removeLast() }
        guard !segments.isEmpty, segments.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else { return nil }
        if hasSlash {
            self = .page(movie: segments.joined(separator: "/"))
            return
        }
        if segments == [OriginPage.scriptName] {
            self = .script
            return
        }
        guard segments.count >= 2 else { return nil }
        // The last one, because a folder may have such a name.
        for position in segments[1...].dropLast().indices.reversed() {
            guard let (version, selection) = MovieVersion.parse(segments[position][...]) else { continue }
            self = .file(
                movie: PresentationRequest(segments[..<position].joined(separator: "/"), selection), version: version,
                path: segments[(position + 1)...].joined(separator: "/"))
            return
        }
        if segments.last == LibraryPageFiles.posterName {
            self = .poster(movie: segments.dropLast().joined(separator: "/"))
            return
        }
        guard let name = segments.last, [MoviePresentation.playlistName, MoviePresentation.manifestName].contains(name)
        else { return nil }
        self = .entry(movie: segments.dropLast().joined(separator: "/"), name: name)
    }

    /// Parses the path of a file or an entry that needs no decoding, which most are; nil for other paths.
    private static func plain(_ raw: String) -> MoviePath? {
        guard raw.utf8.count <= maximumLength, ResourcePath.isPlain(raw) else { return nil }
        let bytes = raw.utf8
        let slash = UInt8(ascii: "/")
        guard let last = bytes.lastIndex(of: slash) else { return nil }
        var end = last
        while end > bytes.startIndex, let start = bytes[..<end].lastIndex(of: slash), start > bytes.startIndex {
            if let (version, selection) = MovieVersion.parse(raw[bytes.index(after: start)..<end]) {
                let movie = String(raw[bytes.index(after: bytes.startIndex)..<start])
                return .file(
                    movie: PresentationRequest(movie, selection), version: version,
                    path: String(raw[bytes.index(after: end)...]))
            }
            end = start
        }
        let name = raw[bytes.index(after: last)...]
        guard last > bytes.startIndex, name == MoviePresentation.playlistName || name == MoviePresentation.manifestName
        else { return nil }
        return .entry(movie: String(raw[bytes.index(after: bytes.startIndex)..<last]), name: String(name))
    }
}

extension OriginRequestKind {
    /// The kind of the object that a path of a server of movies refers to.
    init(_ path: MoviePath?) {
        switch path {
        case .entry: self = .playlist
        case .page, .script, .library, .poster: self = .page
        case .file(_, _, let path):
            let bytes = path.utf8
            let name = bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? bytes.startIndex)...]
            self =
                name.suffix(5).elementsEqual(".m3u8".utf8) || name.suffix(4).elementsEqual(".mpd".utf8)
                ? .playlist : name.starts(with: "init".utf8) ? .initialization : .segment
        case nil: self = .other
        }
    }
}
