import HLS
import HTTPServer

/// The files that a playlist lists. Rendition reports may refer to files that do not exist yet, and are not included.
struct ListedFiles {
    /// Paths within the presentation.
    private(set) var paths: Set<String> = []
    /// Paths of preload hints, whose files may not exist yet.
    private(set) var hintedPaths: Set<String> = []
    /// The target duration, in seconds.
    private(set) var targetDuration: Int?
    private let playlistPath: String

    init(_ playlist: Playlist, at path: String) {
        playlistPath = path
        switch playlist {
        case .media(let playlist):
            targetDuration = playlist.targetDuration
            addSegments(of: playlist)
            hintedPaths = Set(playlist.preloadHints.compactMap { ResourcePath.resolve($0.uri, from: path) })
        case .multivariant(let playlist): addDeclarations(of: playlist)
        }
    }

    private mutating func addSegments(of playlist: MediaPlaylist) {
        var initialization: InitializationSection?
        var keys: [EncryptionKey] = []
        for segment in playlist.segments + [playlist.upcoming].compactMap({ $0 }) {
            // Consecutive segments usually share both.
            if let next = segment.initialization, next != initialization {
                add(next.uri)
                add(next.keys)
                initialization = next
            }
            if segment.keys != keys {
                add(segment.keys)
                keys = segment.keys
            }
            for part in segment.parts { add(part.uri) }
            add(segment.uri)
            add(segment.unknownTags)
        }
    }

    private mutating func addDeclarations(of playlist: MultivariantPlaylist) {
        for variant in playlist.variants + playlist.iFrameVariants {
            add(variant.uri)
            add(variant.unknownTags)
        }
        for rendition in playlist.renditions {
            if let uri = rendition.uri { add(uri) }
            add(rendition.unknownTags)
        }
        for data in playlist.sessionData {
            switch data.content {
            case .json(let uri), .raw(let uri): add(uri)
            case .value: continue
            }
        }
        add(playlist.sessionKeys)
        add(playlist.unknownTags)
    }

    private mutating func add(_ keys: [EncryptionKey]) { for key in keys { add(key.uri) } }

    /// Adds the files of tags outside the specification, such as EXT-X-IMAGE-STREAM-INF.
    private mutating func add(_ tags: [UnknownTag]) {
        for tag in tags {
            guard let value = tag.value, value.contains("URI=\""),
                let uri = value.firstMatch(of: /(?:^|,)URI="([^"]*)"/)?.1
            else { continue }
            add(String(uri))
        }
    }

    private mutating func add(_ uri: String) {
        if let path = ResourcePath.resolve(uri, from: playlistPath) { paths.insert(path) }
    }
}
