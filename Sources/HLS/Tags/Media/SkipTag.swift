/// The segments omitted from a delta update (RFC 8216bis 4.4.5.2).
enum SkipTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-SKIP"
    static let value = TagValue.attributes([
        TagAttribute("SKIPPED-SEGMENTS", .integer, .required),
        TagAttribute("RECENTLY-REMOVED-DATERANGES", .quoted),
    ])
    static let traits: TagTraits = [.singleton, .tabs]

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var attributes = try AttributeList(name, line, parser.context)
        guard let count = try attributes.integer("SKIPPED-SEGMENTS") else {
            throw attributes.missing("SKIPPED-SEGMENTS")
        }
        var skip = SkippedSegments(count: count)
        if let removed = try attributes.string("RECENTLY-REMOVED-DATERANGES"), !removed.isEmpty {
            skip.removedDateRanges = removed.split(separator: "\t").map(String.init)
        }
        skip.unknownAttributes = try attributes.unknown()
        parser.playlist.skip = skip
    }
}

extension SkippedSegments {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("SKIPPED-SEGMENTS", count)
        if !removedDateRanges.isEmpty { list.add("RECENTLY-REMOVED-DATERANGES", tabbed: removedDateRanges) }
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let skip = PlaylistTag(SkipTag.self) }
