/// The media sequence number of the first segment (RFC 8216bis 4.4.3.2).
enum MediaSequenceTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-MEDIA-SEQUENCE"
    static let value = TagValue.integer
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var line = line
        guard parser.playlist.segments.isEmpty else { throw line.problem("\(name) must precede the first segment") }
        parser.playlist.mediaSequence = try line.readInteger("a media sequence number", limit: .max / 2)
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let mediaSequence = PlaylistTag(MediaSequenceTag.self) }
