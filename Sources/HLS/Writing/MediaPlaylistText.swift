import Media

extension MediaPlaylist {
    /// The text of the playlist file.
    package var text: String {
        var text = PlaylistWriter(capacity: 256 + segments.count * 64)
        addHeader(to: &text)
        var state = SegmentState()
        if let skip, let next = segments.first ?? upcoming { next.writeEnd(of: skip.keys, to: &text) }
        for segment in segments {
            segment.writeTags(to: &text, &state)
            segment.writeEntry(to: &text)
        }
        upcoming?.writeTags(to: &text, &state)
        if let upcoming { text.add(upcoming.unknownTags) }
        for hint in preloadHints { text.add(.preloadHint, hint.attributes) }
        for report in renditionReports { text.add(.renditionReport, report.attributes) }
        if hasEndList { text.add(.endList) }
        return text.text
    }

    private func addHeader(to text: inout PlaylistWriter) {
        text.add(.version, minimumVersion)
        text.add(definitions, start)
        if hasIndependentSegments { text.add(.independentSegments) }
        text.add(.targetDuration, targetDuration)
        if let serverControl { text.add(.serverControl, serverControl.attributes) }
        if let partTarget { text.add(.partInf, PartInfTag.attributes(partTarget)) }
        text.add(.mediaSequence, mediaSequence)
        if let discontinuitySequence { text.add(.discontinuitySequence, discontinuitySequence) }
        if let type { text.add(.playlistType, type.rawValue) }
        if isIFramesOnly { text.add(.iFramesOnly) }
        if let skip { text.add(.skip, skip.attributes) }
    }
}

extension PlaylistWriter {
    /// Adds the tags that both kinds of playlist have after their version.
    mutating func add(_ definitions: [VariableDefinition], _ start: StartPoint?) {
        for definition in definitions { add(.define, definition.attributes) }
        if let start { add(.start, start.attributes) }
    }
}
