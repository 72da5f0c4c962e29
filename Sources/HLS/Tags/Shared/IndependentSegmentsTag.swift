/// The declaration that every segment can be decoded alone (RFC 8216bis 4.4.2.1).
enum IndependentSegmentsTag: SharedTag {
    static let name: StaticString = "EXT-X-INDEPENDENT-SEGMENTS"
    static let value = TagValue.none
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into common: inout CommonTags) throws(PlaylistProblem) {
        common.hasIndependentSegments = true
    }
}

extension PlaylistTag { package static let independentSegments = PlaylistTag(IndependentSegmentsTag.self) }
