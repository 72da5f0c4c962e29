/// The most recent state of another rendition (RFC 8216bis 4.4.5.4).
enum RenditionReportTag: MediaPlaylistTag {
    static let name: StaticString = "EXT-X-RENDITION-REPORT"
    static let value = TagValue.attributes([
        TagAttribute("URI", .quoted, .required),
        TagAttribute("LAST-MSN", .integer),
        TagAttribute("LAST-PART", .integer),
    ])
    static let traits: TagTraits = .optional

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        let context = parser.context
        var attributes = try AttributeList(name, line, context)
        var report = RenditionReport(
            uri: try attributes.requiredString("URI"), lastMediaSequence: try attributes.integer("LAST-MSN"),
            lastPart: try attributes.integer("LAST-PART"))
        report.unknownAttributes = try attributes.unknown()
        try context.enforceLimit(
            parser.playlist.renditionReports.count + 1, context.limits.declarations, "rendition reports", line)
        parser.playlist.renditionReports.append(report)
    }
}

extension RenditionReport {
    var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("URI", quoted: uri)
        list.add("LAST-MSN", lastMediaSequence)
        list.add("LAST-PART", lastPart)
        list.add(unknownAttributes)
        return list
    }
}

extension PlaylistTag { package static let renditionReport = PlaylistTag(RenditionReportTag.self) }
