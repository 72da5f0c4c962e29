/// A tag of a media playlist (RFC 8216bis 4.4.3 and 4.4.5).
protocol MediaPlaylistTag: TagDefinition {
    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem)
}

extension MediaPlaylistTag {
    static var place: TagPlace { .media }

    static func parse(_ line: PlaylistLine, with parsers: inout TagParsers) throws(PlaylistProblem) {
        try parse(line, into: &parsers.media)
    }
}
