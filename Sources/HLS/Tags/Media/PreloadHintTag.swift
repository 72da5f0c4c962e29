/// A resource that players may request in advance (RFC 8216bis 4.4.5.3).
enum PreloadHintTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-PRELOAD-HINT"
    static let value = TagValue.attributes([
        TagAttribute("TYPE", .word([]), .required),
        TagAttribute("URI", .quoted, .required),
        TagAttribute("BYTERANGE-START", .integer),
        TagAttribute("BYTERANGE-LENGTH", .integer),
    ])
    static let traits: TagTraits = .optional

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        guard let kind = try attributes.word(required: "TYPE", PreloadHint.Kind.self) else {
            parser.upcoming.unknownTags.append(line.asUnknownTag(.preloadHint))
            return
        }
        var hint = PreloadHint(
            kind: kind, uri: try attributes.requiredString("URI"),
            offset: try attributes.integer("BYTERANGE-START") ?? 0, length: try attributes.integer("BYTERANGE-LENGTH"))
        hint.unknownAttributes = try attributes.unknown()
        try context.enforceLimit(
            parser.playlist.preloadHints.count + 1, context.limits.declarations, "preload hints", line)
        try parser.validator.record(hint: hint, line, context)
        parser.playlist.preloadHints.append(hint)
    }
}

extension PreloadHint {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("TYPE", kind.rawValue)
        list.add("URI", quoted: uri)
        if offset > 0 { list.add("BYTERANGE-START", offset) }
        list.add("BYTERANGE-LENGTH", length)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let preloadHint = PlaylistTag(PreloadHintTag.self) }
