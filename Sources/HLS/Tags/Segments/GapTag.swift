/// The declaration that the next segment is missing (RFC 8216bis 4.4.4.7).
enum GapTag: SegmentTag {
    static let name: StaticString = "EXT-X-GAP"
    static let value = TagValue.none

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        parser.upcoming.isGap = true
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let gap = PlaylistTag(GapTag.self) }
