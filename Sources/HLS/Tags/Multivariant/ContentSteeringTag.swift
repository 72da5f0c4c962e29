/// The server that assigns clients to pathways (RFC 8216bis 4.4.6.6).
enum ContentSteeringTag: MultivariantTag {
    static let name: StaticString = "EXT-X-CONTENT-STEERING"
    static let value = TagValue.attributes([
        TagAttribute("SERVER-URI", .quoted, .required),
        TagAttribute("PATHWAY-ID", .quoted),
    ])
    static let traits: TagTraits = [.singleton, .optional]

    static func parse(_ line: PlaylistLine, into parser: inout MultivariantPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        var steering = ContentSteering(
            serverURI: try attributes.requiredString("SERVER-URI"), pathwayID: try attributes.string("PATHWAY-ID"))
        steering.unknownAttributes = try attributes.unknown()
        parser.playlist.contentSteering = steering
    }
}

extension ContentSteering {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("SERVER-URI", quoted: serverURI)
        list.add("PATHWAY-ID", quoted: pathwayID)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let contentSteering = PlaylistTag(ContentSteeringTag.self) }
