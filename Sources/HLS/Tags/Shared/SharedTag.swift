/// A tag that both kinds of playlist may contain (RFC 8216bis 4.4.1 and 4.4.2).
protocol SharedTag: TagDefinition {
    static func parse(_ line: PlaylistLine, into common: inout CommonTags) throws(PlaylistProblem)
}

extension SharedTag {
    static var place: TagPlace { .both }

    static func parse(_ line: PlaylistLine, with parsers: inout TagParsers) throws(PlaylistProblem) {
        try parse(line, into: &parsers.common)
    }
}
