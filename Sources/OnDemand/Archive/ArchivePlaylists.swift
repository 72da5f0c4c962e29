import HLS
import Media
import StageKit

/// The playlists of an archive, as stored in its folder.
struct ArchivePlaylists {
    /// A media playlist.
    struct Media {
        var playlist: MediaPlaylist
        var state: MovieFolder.FileState
    }

    /// The multivariant playlist; nil if the archive is a single media playlist.
    private(set) var multivariant: MultivariantPlaylist?
    /// The media playlists by their paths, in the order of the multivariant playlist.
    private(set) var paths: [String] = []
    private(set) var media: [String: Media] = [:]
    private var variables: [String: String] = [:]
    private let name: String
    private let folder: MovieFolder

    /// The maximum size of a playlist in bytes, and the maximum number of media playlists.
    private static let limits = (size: 16 << 20, playlists: 256)

    /// The path of the playlist that makes a folder an archive.
    static func entry(_ name: String) -> String { "\(name)/\(MoviePresentation.playlistName)" }

    /// Reads the playlists. Throws `damaged-input` if one is missing or malformed.
    init(_ name: String, in folder: MovieFolder) throws(StageError) {
        (self.name, self.folder) = (name, folder)
        let (parsed, state) = try read(MoviePresentation.playlistName, [:])
        variables = parsed.variables
        switch parsed.playlist {
        case .media(let playlist):
            paths = [MoviePresentation.playlistName]
            media[paths[0]] = Media(playlist: playlist, state: state)
        case .multivariant(let playlist):
            multivariant = playlist
            let uris =
                playlist.variants.map(\.uri) + playlist.renditions.compactMap(\.uri)
                + playlist.iFrameVariants.map(\.uri)
            for uri in uris {
                guard let path = ArchivePath.resolve(uri, from: MoviePresentation.playlistName) else {
                    throw StageError(
                        .unsupportedMedia,
                        "'\(name)': the playlist '\(uri)' is outside of the archive; store it in its folder")
                }
                if !paths.contains(path) { paths.append(path) }
            }
            guard paths.count <= Self.limits.playlists else {
                throw StageError(.limitReached, "'\(name)' has more than \(Self.limits.playlists) playlists")
            }
            for path in paths { try readMedia(path) }
        }
    }

    /// Reads the media playlists again that have changed. Returns their paths.
    mutating func reread() throws(StageError) -> [String] {
        var changed: [String] = []
        for path in paths where fileState(path) != media[path]?.state {
            try readMedia(path)
            changed.append(path)
        }
        return changed
    }

    /// The state of a file of the archive, whose path is percent-encoded; nil if it is missing.
    func fileState(_ path: String) -> MovieFolder.FileState? {
        ArchivePath.decoded(path).flatMap { folder.state(of: "\(name)/\($0)") }
    }

    private mutating func readMedia(_ path: String) throws(StageError) {
        let (parsed, state) = try read(path, variables)
        guard case .media(let playlist) = parsed.playlist else {
            throw StageError(.damagedInput, "'\(name)/\(path)' is not a media playlist")
        }
        media[path] = Media(playlist: playlist, state: state)
    }

    private func read(
        _ path: String, _ variables: [String: String]
    ) throws(StageError) -> (ParsedPlaylist, MovieFolder.FileState) {
        // Playlists are replaced in one step, so that a state later than the content is noticed.
        guard let state = fileState(path), let decoded = ArchivePath.decoded(path),
            let bytes = folder.read("\(name)/\(decoded)", limit: Self.limits.size)
        else {
            throw StageError(
                .unreadableInput,
                "'\(name)/\(path)' is missing, outside of the folder, or over \(Self.limits.size >> 20) MiB")
        }
        do throws(PlaylistProblem) {
            return (
                try Playlist.parse(
                    bytes, variables: PlaylistVariables(imported: variables), tolerance: .tolerant), state
            )
        } catch {
            throw StageError(.damagedInput, "'\(name)/\(path)': \(error)")
        }
    }
}

// Dates.
extension ArchivePlaylists {
    /// The paths of the playlists of variants.
    var variantPaths: [String] {
        guard let multivariant else { return paths }
        return multivariant.variants.compactMap { ArchivePath.resolve($0.uri, from: MoviePresentation.playlistName) }
    }

    /// The paths of all playlists, the first variant's path first.
    var leadingFirst: [String] {
        guard let first = variantPaths.first else { return paths }
        return [first] + paths.filter { $0 != first }
    }

    /// The paths of the playlists that are no I-frame playlists.
    private var mainPaths: [String] { paths.filter { media[$0]?.playlist.isIFramesOnly == false } }

    /// Whether segments may be appended: no playlist has ended, and one has changed recently.
    func isRunning(at now: WallTime) -> Bool {
        let main = mainPaths.compactMap { media[$0] }
        guard let changed = main.map(\.state.changed).max(), !main.contains(where: \.playlist.hasEndList) else {
            return false
        }
        let target = main.map(\.playlist.targetDuration).max() ?? 1
        let timeout = max(Recording.timeout, .seconds(5 * min(target, 3600)))
        return now.nanoseconds &- changed.nanoseconds < timeout.nanoseconds
    }

    /// The range of dates of the main playlists: the first start, and the first end. Nil without segments or dates.
    var dates: (start: DateTime, end: DateTime)? {
        let dates = mainPaths.compactMap { media[$0]?.playlist.segmentDates }
        let (starts, ends) = (dates.compactMap(\.first), dates.compactMap(\.last))
        guard let start = starts.min(by: { $0.milliseconds < $1.milliseconds }),
            let end = ends.min(by: { $0.milliseconds < $1.milliseconds })
        else { return nil }
        return (start, end)
    }
}
