/// A rendition of a group (RFC 8216bis 4.4.6.1).
enum MediaTag: MultivariantTag {
    static let name: StaticString = "EXT-X-MEDIA"
    static let value = TagValue.attributes([
        TagAttribute("TYPE", .word([]), .required),
        TagAttribute("GROUP-ID", .quoted, .required),
        TagAttribute("NAME", .quoted, .required),
        TagAttribute("LANGUAGE", .quoted),
        TagAttribute("ASSOC-LANGUAGE", .quoted),
        TagAttribute("STABLE-RENDITION-ID", .quoted),
        TagAttribute("DEFAULT", .yesOrNo),
        TagAttribute("AUTOSELECT", .yesOrNo),
        TagAttribute("FORCED", .yesOrNo),
        TagAttribute("CHANNELS", .quoted),
        TagAttribute("BIT-DEPTH", .integer),
        TagAttribute("SAMPLE-RATE", .integer),
        TagAttribute("INSTREAM-ID", .quoted),
        TagAttribute("CHARACTERISTICS", .quoted),
        TagAttribute("URI", .quoted),
    ])

    static func memory(for line: PlaylistLine) -> Int { line.listMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        try parser.addEntry(line)
        guard var rendition = try AlternativeRendition.read(&attributes, parser.context) else {
            parser.unknownTags.append(line.asUnknownTag(.media))
            return
        }
        rendition.unknownTags = parser.removeUnknownTags()
        try parser.groupValidator.add(rendition, attributes, parser.context)
        parser.playlist.renditions.append(rendition)
    }
}

extension AlternativeRendition {
    /// Parses EXT-X-MEDIA (RFC 8216bis 4.4.6.1); nil for an unknown type, whose tag is then ignored.
    fileprivate static func read(
        _ attributes: inout AttributeList, _ context: ReadingContext
    ) throws(PlaylistProblem) -> AlternativeRendition? {
        guard let kind = try attributes.word(required: "TYPE", Kind.self) else { return nil }
        var rendition = AlternativeRendition(
            kind: kind, groupID: try attributes.requiredString("GROUP-ID"),
            name: try attributes.requiredString("NAME"), language: try attributes.string("LANGUAGE"),
            isDefault: try attributes.flag("DEFAULT"), isAutoselect: try attributes.flag("AUTOSELECT"),
            isForced: try attributes.flag("FORCED"), uri: try attributes.string("URI"),
            instreamID: try attributes.string("INSTREAM-ID"),
            characteristics: try attributes.strings("CHARACTERISTICS"), channels: try attributes.string("CHANNELS"))
        rendition.associatedLanguage = try attributes.string("ASSOC-LANGUAGE")
        rendition.stableID = try attributes.string("STABLE-RENDITION-ID")
        rendition.bitDepth = try attributes.integer("BIT-DEPTH")
        rendition.sampleRate = try attributes.integer("SAMPLE-RATE")
        rendition.unknownAttributes = try attributes.unknown()
        try rendition.validate(attributes, context)
        // DEFAULT=YES implies AUTOSELECT=YES.
        if rendition.isDefault { rendition.isAutoselect = true }
        return rendition
    }

    private mutating func validate(_ attributes: AttributeList, _ context: ReadingContext) throws(PlaylistProblem) {
        if isDefault, attributes.has("AUTOSELECT"), !isAutoselect {
            try attributes.reportDeviation("AUTOSELECT=NO contradicts DEFAULT=YES", at: "AUTOSELECT")
        }
        if attributes.has("FORCED"), kind != .subtitles {
            if isForced {
                try attributes.reportDeviation("FORCED is allowed for subtitles only", at: "FORCED")
            } else {
                context.warn(attributes.problem("FORCED is allowed for subtitles only", at: "FORCED"))
            }
        }
        if kind == .subtitles, uri == nil { throw attributes.missing("URI") }
        guard kind == .closedCaptions else { return }
        if uri != nil {
            try attributes.reportDeviation("closed captions must not have a URI", at: "URI")
            uri = nil
        }
        guard let instreamID else { return try context.reportDeviation(attributes.missing("INSTREAM-ID")) }
        guard Self.isCaptionService(instreamID) else {
            return try attributes.reportDeviation(
                "INSTREAM-ID must be CC1 to CC4 or SERVICE1 to SERVICE63", at: "INSTREAM-ID")
        }
    }

    private static func isCaptionService(_ id: String) -> Bool {
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), let number = Int(id.dropFirst(7)) else { return false }
        return (1...63).contains(number) && id == "SERVICE\(number)"
    }

    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("TYPE", kind.rawValue)
        list.add("GROUP-ID", quoted: groupID)
        list.add("NAME", quoted: name)
        list.add("LANGUAGE", quoted: language)
        list.add("ASSOC-LANGUAGE", quoted: associatedLanguage)
        list.add("STABLE-RENDITION-ID", quoted: stableID)
        list.add("DEFAULT", isDefault ? "YES" : "NO")
        list.add("AUTOSELECT", isAutoselect || isDefault ? "YES" : "NO")
        list.add("FORCED", flag: isForced)
        list.add("CHANNELS", quoted: channels)
        list.add("BIT-DEPTH", bitDepth)
        list.add("SAMPLE-RATE", sampleRate)
        list.add("INSTREAM-ID", quoted: instreamID)
        list.add("CHARACTERISTICS", list: characteristics)
        list.add("URI", quoted: uri)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let media = PlaylistTag(MediaTag.self) }
