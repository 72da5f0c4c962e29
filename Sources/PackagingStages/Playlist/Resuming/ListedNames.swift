import HLS

/// The paths of the files that playlists in an output list.
struct ListedNames {
    private var namesByPlaylist: [String: Set<String>] = [:]

    /// Parses the playlists, by path. Text that is not a playlist lists nothing.
    init(_ playlists: [String: [UInt8]]) {
        for (path, bytes) in playlists {
            guard case .media(let playlist)? = try? Playlist.parse(bytes, tolerance: .tolerant).playlist else {
                continue
            }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
            var names: Set<String> = []
            func add(_ uri: String) { names.insert(folder + PlaylistLayout.name(uri)) }
            for segment in playlist.segments + [playlist.upcoming].compactMap({ $0 }) {
                add(segment.uri)
                if let map = segment.initialization { add(map.uri) }
                for part in segment.parts { add(part.uri) }
            }
            namesByPlaylist[path] = names
        }
    }

    func contains(_ path: String) -> Bool { namesByPlaylist.values.contains { $0.contains(path) } }
}
