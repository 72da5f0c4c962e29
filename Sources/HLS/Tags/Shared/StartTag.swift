/// The preferred start position (RFC 8216bis 4.4.2.2).
enum StartTag: SharedTag {
    static let name: StaticString = "EXT-X-START"
    static let value = TagValue.attributes([
        TagAttribute("TIME-OFFSET", .signedDecimal, .required),
        TagAttribute("PRECISE", .yesOrNo),
    ])
    static let traits: TagTraits = [.singleton, .optional]

    static func parse(_ line: PlaylistLine, into common: inout CommonTags) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, common.context)
        guard let offset = try attributes.signedSeconds("TIME-OFFSET") else { throw attributes.missing("TIME-OFFSET") }
        var start = StartPoint(timeOffset: offset, isPrecise: try attributes.flag("PRECISE"))
        start.unknownAttributes = try attributes.unknown()
        common.start = start
    }
}

extension StartPoint {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("TIME-OFFSET", timeOffset.playlistSeconds)
        list.add("PRECISE", flag: isPrecise)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let start = PlaylistTag(StartTag.self) }
