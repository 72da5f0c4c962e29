/// A tag of a multivariant playlist (RFC 8216bis 4.4.6).
protocol MultivariantTag: TagDefinition {
    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem)
}

extension MultivariantTag {
    static var place: TagPlace { .multivariant }

    static func parse(_ line: PlaylistLine, with parsers: inout TagParsers) throws(PlaylistProblem) {
        try parse(line, into: &parsers.multivariant)
    }
}
