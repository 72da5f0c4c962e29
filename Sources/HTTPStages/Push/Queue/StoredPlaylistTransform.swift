import HLS
import Media

/// The changes to a media playlist before it is stored.
struct StoredPlaylistTransform {
    /// Paths of segments and parts that are missing from the store; the playlist marks them as gaps (RFC 8216bis
    /// 4.4.4.7).
    var lost: Set<String> = []
    /// Whether the store supports blocking requests (RFC 8216bis 6.2.5.2). If not, the playlist must not offer them.
    var canBlock = false

    /// Returns the playlist to store; nil if the text is not a valid media playlist and is stored unchanged.
    func text(of original: ByteSlice, at path: String) -> ByteSlice? {
        guard case .media(var playlist)? = try? Playlist.parse(original.bytes, tolerance: .tolerant).playlist else {
            return nil
        }
        if !canBlock {
            playlist = playlist.forStaticServer
            // Playlist states may be skipped, so a rendition report could describe a state that the store does not
            // have.
            playlist.renditionReports = []
        }
        for index in playlist.segments.indices { mark(&playlist.segments[index], path) }
        if var upcoming = playlist.upcoming {
            mark(&upcoming, path)
            upcoming.isGap = false
            playlist.upcoming = upcoming
        }
        return ByteSlice(copying: Array(playlist.text.utf8))
    }

    private func mark(_ segment: inout MediaSegment, _ path: String) {
        if isLost(segment.uri, path) || segment.initialization.map({ isLost($0.uri, path) }) == true {
            segment.isGap = true
        }
        for index in segment.parts.indices where isLost(segment.parts[index].uri, path) {
            segment.parts[index].isGap = true
        }
    }

    private func isLost(_ uri: String, _ path: String) -> Bool {
        ResourcePath.resolve(uri, from: path).map(lost.contains) ?? false
    }
}
