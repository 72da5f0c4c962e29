/// The initialization section of the following segments (RFC 8216bis 4.4.4.5).
enum MapTag: SegmentTag {
    static let name: StaticString = "EXT-X-MAP"
    static let value = TagValue.attributes([
        TagAttribute("URI", .quoted, .required),
        TagAttribute("BYTERANGE", .quoted),
    ])

    static func memory(for line: PlaylistLine) -> Int { MemoryLayout<InitializationSection>.stride + line.textMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        var section = InitializationSection(uri: try attributes.requiredString("URI"))
        // A map has no previous range to continue.
        section.byteRange = try attributes.byteRange("BYTERANGE").map {
            ByteRange(offset: $0.offset ?? 0, length: $0.length)
        }
        section.keys = parser.upcoming.keys
        section.unknownAttributes = try attributes.unknown()
        if section.keys.contains(where: { $0.method == .aes128 && $0.initializationVector == nil }) {
            try parser.context.reportInconsistency(
                line.problem("a map encrypted with AES-128 requires IV in its \(KeyTag.name)"))
        }
        parser.upcoming.initialization = section
    }
}

extension InitializationSection {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("URI", quoted: uri)
        if let byteRange { list.add("BYTERANGE", quoted: byteRange.description) }
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let map = PlaylistTag(MapTag.self) }
