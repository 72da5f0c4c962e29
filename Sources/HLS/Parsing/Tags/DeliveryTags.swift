import Media

// The tags of live delivery (RFC 8216bis 4.4.3.7, 4.4.3.8 and 4.4.5).
extension MediaPlaylistParser {
    mutating func parseDeliveryTag(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        var attributes = try AttributeList(tag, line, context)
        switch tag {
        case .partInf:
            guard let target = try attributes.seconds("PART-TARGET") else { throw attributes.missing("PART-TARGET") }
            guard target > .zero else {
                throw attributes.problem("PART-TARGET must be greater than 0", at: "PART-TARGET")
            }
            playlist.partTarget = target
            validator.record(partTarget: line)
        case .serverControl:
            let control = try ServerControl.read(&attributes)
            playlist.serverControl = control
            validator.record(control: control, line)
        case .skip:
            guard let count = try attributes.integer("SKIPPED-SEGMENTS") else {
                throw attributes.missing("SKIPPED-SEGMENTS")
            }
            var skip = SkippedSegments(count: count)
            if let removed = try attributes.string("RECENTLY-REMOVED-DATERANGES"), !removed.isEmpty {
                skip.removedDateRanges = removed.split(separator: "\t").map(String.init)
            }
            skip.unknownAttributes = try attributes.unknown()
            playlist.skip = skip
        case .preloadHint: try parsePreloadHint(&attributes, line)
        default: try parseRenditionReport(&attributes, line)
        }
    }

    private mutating func parsePreloadHint(_ attributes: inout AttributeList, _ line: PlaylistLine)
        throws(PlaylistProblem)
    {
        guard let kind = try attributes.word(required: "TYPE", PreloadHint.Kind.self) else {
            upcoming.unknownTags.append(line.asUnknownTag(.preloadHint))
            return
        }
        var hint = PreloadHint(
            kind: kind, uri: try attributes.requiredString("URI"),
            offset: try attributes.integer("BYTERANGE-START") ?? 0, length: try attributes.integer("BYTERANGE-LENGTH"))
        hint.unknownAttributes = try attributes.unknown()
        try context.enforceLimit(
            playlist.preloadHints.count + 1, context.limits.declarations, "preload hints", line)
        try validator.record(hint: hint, line, context)
        playlist.preloadHints.append(hint)
    }

    private mutating func parseRenditionReport(_ attributes: inout AttributeList, _ line: PlaylistLine)
        throws(PlaylistProblem)
    {
        var report = RenditionReport(
            uri: try attributes.requiredString("URI"), lastMediaSequence: try attributes.integer("LAST-MSN"),
            lastPart: try attributes.integer("LAST-PART"))
        report.unknownAttributes = try attributes.unknown()
        try context.enforceLimit(
            playlist.renditionReports.count + 1, context.limits.declarations, "rendition reports", line)
        playlist.renditionReports.append(report)
    }
}

extension ServerControl {
    static func read(_ attributes: inout AttributeList) throws(PlaylistProblem) -> ServerControl {
        var control = ServerControl(
            canSkipUntil: try attributes.seconds("CAN-SKIP-UNTIL"),
            canSkipDateRanges: try attributes.flag("CAN-SKIP-DATERANGES"),
            holdBack: try attributes.seconds("HOLD-BACK"), partHoldBack: try attributes.seconds("PART-HOLD-BACK"),
            canBlockReload: try attributes.flag("CAN-BLOCK-RELOAD"))
        if control.canSkipDateRanges, control.canSkipUntil == nil {
            throw attributes.problem("CAN-SKIP-DATERANGES requires CAN-SKIP-UNTIL", at: "CAN-SKIP-DATERANGES")
        }
        control.unknownAttributes = try attributes.unknown()
        return control
    }
}

extension PlaylistLine {
    /// Returns this tag as an unknown one; the line has been read up to the value.
    func asUnknownTag(_ tag: PlaylistTag) -> UnknownTag { UnknownTag(name: "\(tag.name)", value: rest.text) }
}
