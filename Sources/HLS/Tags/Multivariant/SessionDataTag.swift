/// Data about the whole presentation (RFC 8216bis 4.4.6.4).
enum SessionDataTag: MultivariantTag {
    static let name: StaticString = "EXT-X-SESSION-DATA"
    static let value = TagValue.attributes([
        TagAttribute("DATA-ID", .quoted, .required),
        TagAttribute("VALUE", .quoted),
        TagAttribute("URI", .quoted),
        TagAttribute("FORMAT", .word([])),
        TagAttribute("LANGUAGE", .quoted),
    ])
    static let traits: TagTraits = .optional

    static func memory(for line: PlaylistLine) -> Int { line.listMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        let id = try attributes.requiredString("DATA-ID")
        let content: SessionData.Content
        switch (try attributes.string("VALUE"), try attributes.string("URI"), try attributes.word("FORMAT")) {
        case (let value?, nil, nil): content = .value(value)
        case (nil, let uri?, nil), (nil, let uri?, "JSON"): content = .json(uri: uri)
        case (nil, let uri?, "RAW"): content = .raw(uri: uri)
        case (nil, _?, let format?):
            context.warn(attributes.problem("unknown FORMAT '\(format)'; the tag is ignored", at: "FORMAT"))
            parser.unknownTags.append(line.asUnknownTag(.sessionData))
            return
        default:
            throw attributes.problem("\(name) requires either VALUE or URI", at: "VALUE")
        }
        var data = SessionData(id: id, content: content, language: try attributes.string("LANGUAGE"))
        data.unknownAttributes = try attributes.unknown()
        guard parser.dataIDs.insert([id, data.language]).inserted else {
            throw attributes.problem("duplicate DATA-ID '\(id)' in this language", at: "DATA-ID")
        }
        try context.enforceLimit(
            parser.playlist.sessionData.count + 1, context.limits.declarations, "session data", line)
        parser.playlist.sessionData.append(data)
    }
}

extension SessionData {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("DATA-ID", quoted: id)
        switch content {
        case .value(let value): list.add("VALUE", quoted: value)
        case .json(let uri): list.add("URI", quoted: uri)
        case .raw(let uri):
            list.add("URI", quoted: uri)
            list.add("FORMAT", "RAW")
        }
        list.add("LANGUAGE", quoted: language)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let sessionData = PlaylistTag(SessionDataTag.self) }
