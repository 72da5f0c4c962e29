/// The part of the resource that contains the next segment (RFC 8216bis 4.4.4.2).
enum ByteRangeTag: SegmentTag {
    static let name: StaticString = "EXT-X-BYTERANGE"
    static let value = TagValue.byteRange

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var rest = line
        guard parser.pendingRange == nil else { throw line.problem("duplicate \(name) before a URI") }
        let range = try rest.readByteRange()
        parser.pendingRange = (range.length, range.offset, line)
        try rest.expectEnd()
    }
}

extension PlaylistTag { package static let byteRange = PlaylistTag(ByteRangeTag.self) }
