/// A change of timestamps, format or tracks before the next segment (RFC 8216bis 4.4.4.3).
enum DiscontinuityTag: SegmentTag {
    static let name: StaticString = "EXT-X-DISCONTINUITY"
    static let value = TagValue.none

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        parser.upcoming.isDiscontinuity = true
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let discontinuity = PlaylistTag(DiscontinuityTag.self) }
