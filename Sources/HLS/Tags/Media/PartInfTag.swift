import Media

/// The maximum duration of a part (RFC 8216bis 4.4.3.7).
enum PartInfTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-PART-INF"
    static let value = TagValue.attributes([
        TagAttribute("PART-TARGET", .decimal, .requiredByOwnRule)
    ])
    static let traits: TagTraits = .singleton

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        guard let target = try attributes.seconds("PART-TARGET") else { throw attributes.missing("PART-TARGET") }
        guard target > .zero else { throw attributes.problem("PART-TARGET must be greater than 0", at: "PART-TARGET") }
        parser.playlist.partTarget = target
        parser.validator.record(partTarget: line)
    }
}

extension PartInfTag {
    static func attributes(_ target: MediaTime) -> AttributeListWriter {
        var list = AttributeListWriter()
        list.add("PART-TARGET", seconds: target)
        return list
    }
}

extension PlaylistTag { package static let partInf = PlaylistTag(PartInfTag.self) }
