/// A variant of I-frames for fast playback (RFC 8216bis 4.4.6.3).
enum IFrameStreamInfTag: MultivariantTag {
    static let name: StaticString = "EXT-X-I-FRAME-STREAM-INF"
    static let value = TagValue.attributes(Variant.syntax + [TagAttribute("URI", .quoted, .required)])

    static func memory(for line: PlaylistLine) -> Int { line.listMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        try parser.addEntry(line)
        var variant = try Variant.read(&attributes, uri: try attributes.requiredString("URI"))
        try parser.groupValidator.add(variant, attributes, isStream: false)
        variant.unknownTags = parser.removeUnknownTags()
        parser.playlist.iFrameVariants.append(variant)
    }
}

extension PlaylistTag { package static let iFrameStreamInf = PlaylistTag(IFrameStreamInfTag.self) }
