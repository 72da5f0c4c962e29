import Media

/// A part of the next segment (RFC 8216bis 4.4.4.9).
enum PartTag: SegmentTag {
    static let name: StaticString = "EXT-X-PART"
    static let value = TagValue.attributes([
        TagAttribute("DURATION", .decimal, .required),
        TagAttribute("URI", .quoted, .required),
        TagAttribute("INDEPENDENT", .yesOrNo),
        TagAttribute("BYTERANGE", .quoted),
        TagAttribute("GAP", .yesOrNo),
    ])

    static func memory(for line: PlaylistLine) -> Int { 2 * MemoryLayout<PartialSegment>.stride + line.textMemory }

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        parser.partCount += 1
        try context.enforceLimit(parser.partCount, context.limits.parts, "parts", line)
        parser.firstPart = parser.firstPart ?? line
        guard let duration = try attributes.seconds("DURATION") else { throw attributes.missing("DURATION") }
        var part = PartialSegment(
            uri: try attributes.requiredString("URI"), duration: duration,
            isIndependent: try attributes.flag("INDEPENDENT"), isGap: try attributes.flag("GAP"))
        if let range = try attributes.byteRange("BYTERANGE") {
            let resolved = try parser.resolve(range, uri: part.uri, after: parser.previousPartRange)
            part.byteRange = resolved
            parser.previousPartRange = (part.uri, resolved.end)
        } else {
            parser.previousPartRange = nil
        }
        part.unknownAttributes = try attributes.unknown()
        parser.validator.record(part: part, attributes)
        parser.upcoming.parts.append(part)
    }
}

extension PartialSegment {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("DURATION", duration.playlistSeconds)
        list.add("URI", quoted: uri)
        list.add("INDEPENDENT", flag: isIndependent)
        if let byteRange { list.add("BYTERANGE", quoted: byteRange.description) }
        list.add("GAP", flag: isGap)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let part = PlaylistTag(PartTag.self) }
