/// The date of the next segment's first sample (RFC 8216bis 4.4.4.6).
enum ProgramDateTimeTag: SegmentTag {
    static let name: StaticString = "EXT-X-PROGRAM-DATE-TIME"
    static let value = TagValue.date
    static let traits: TagTraits = .optional

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var line = line
        let date = try line.readDateTime()
        parser.upcoming.programDateTime = date
        parser.validator.record(date: date)
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let programDateTime = PlaylistTag(ProgramDateTimeTag.self) }
