/// The declaration that every segment is a single I-frame (RFC 8216bis 4.4.3.6).
enum IFramesOnlyTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-I-FRAMES-ONLY"
    static let value = TagValue.none
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        parser.playlist.isIFramesOnly = true
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let iFramesOnly = PlaylistTag(IFramesOnlyTag.self) }
