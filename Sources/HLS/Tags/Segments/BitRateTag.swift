/// The approximate bit rate of the following segments (RFC 8216bis 4.4.4.8).
enum BitRateTag: SegmentTag {
    static let name: StaticString = "EXT-X-BITRATE"
    static let value = TagValue.integer
    static let traits: TagTraits = .optional

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var line = line
        parser.bitRate = try line.readInteger("a bit rate")
        try line.expectEnd()
    }
}

extension PlaylistTag { package static let bitRate = PlaylistTag(BitRateTag.self) }
