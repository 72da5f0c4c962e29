extension MediaPlaylist {
    /// Returns the playlist with the segments and parts marked as gaps whose files are missing (RFC 8216bis 4.4.4.7).
    /// `isMissing` is called with the URI and the byte range of each file that they require.
    package func markingGaps(where isMissing: (String, ByteRange?) -> Bool) -> MediaPlaylist {
        func mark(_ segment: inout MediaSegment) {
            if isMissing(segment.uri, segment.byteRange) { segment.isGap = true }
            if let section = segment.initialization, isMissing(section.uri, section.byteRange) { segment.isGap = true }
            for index in segment.parts.indices where isMissing(segment.parts[index].uri, segment.parts[index].byteRange)
            {
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
