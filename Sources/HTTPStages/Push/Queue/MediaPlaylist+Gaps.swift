import HLS

extension MediaPlaylist {
    /// Returns the playlist at `path` with the segments and parts marked as gaps whose files are missing from the store
    /// (RFC 8216bis 4.4.4.7).
    func markingGaps(at lost: Set<String>, from path: String) -> MediaPlaylist {
        func isLost(_ uri: String) -> Bool { ResourcePath.resolve(uri, from: path).map(lost.contains) ?? false }
        func mark(_ segment: inout MediaSegment) {
            if isLost(segment.uri) || segment.initialization.map({ isLost($0.uri) }) == true { segment.isGap = true }
            for index in segment.parts.indices where isLost(segment.parts[index].uri) {
                segment.parts[index].isGap = true
            }
        }
        var result = self
        for index in result.segments.indices { mark(&result.segments[index]) }
        if var upcoming = result.upcoming {
            mark(&upcoming)
            upcoming.isGap = false
            result.upcoming = upcoming
        }
        return result
    }
}
