/// The number of discontinuities before the first segment (RFC 8216bis 4.4.3.3).
enum DiscontinuitySequenceTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-DISCONTINUITY-SEQUENCE"
    static let value = TagValue.integer
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var line = line
        guard parser.playlist.segments.isEmpty, !parser.upcoming.isDiscontinuity else {
            throw line.problem("\(name) must precede the first segment")
        }
        parser.playlist.discontinuitySequence = try line.readInteger("a discontinuity sequence number", limit: .max / 2)
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let discontinuitySequence = PlaylistTag(DiscontinuitySequenceTag.self) }
