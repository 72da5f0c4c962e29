import HLS
import HTTPServer

extension MediaPlaylist {
    /// Returns the playlist at `path` with the segments and parts marked as gaps whose files are missing from the store.
    func markingGaps(at lost: Set<String>, from path: String) -> MediaPlaylist {
        markingGaps { uri, _ in ResourcePath.resolve(uri, from: path).map(lost.contains) ?? false }
    }
}
