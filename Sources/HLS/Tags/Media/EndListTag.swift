/// The end of a playlist: no more segments will be appended (RFC 8216bis 4.4.3.4).
enum EndListTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-ENDLIST"
    static let value = TagValue.none
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        parser.playlist.hasEndList = true
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let endList = PlaylistTag(EndListTag.self) }
