import Media

extension MediaPlaylist {
    /// The text of the playlist file.
    package var text: String {
        var text = PlaylistWriter(capacity: 256 + segments.count * 64)
        addHeader(to: &text)
        var state = SegmentState()
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
        if let partTarget { text.add(.partInf, "PART-TARGET=\(partTarget.playlistSeconds)") }
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
        for definition in definitions {
            var list = AttributeListWriter()
            switch definition {
            case .value(let name, let value):
                list.add("NAME", quoted: name)
                list.add("VALUE", quoted: value)
            case .imported(let name): list.add("IMPORT", quoted: name)
            case .queryParameter(let name): list.add("QUERYPARAM", quoted: name)
            }
            add(.define, list)
        }
        guard let start else { return }
        var list = AttributeListWriter()
        list.add("TIME-OFFSET", start.timeOffset.playlistSeconds)
        list.add("PRECISE", flag: start.isPrecise)
        list.add(start.unknownAttributes)
        add(.start, list)
    }
}

extension ServerControl {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("CAN-BLOCK-RELOAD", flag: canBlockReload)
        list.add("CAN-SKIP-UNTIL", seconds: canSkipUntil)
        list.add("CAN-SKIP-DATERANGES", flag: canSkipDateRanges)
        list.add("HOLD-BACK", seconds: holdBack)
        list.add("PART-HOLD-BACK", seconds: partHoldBack)
        list.add(unknownAttributes)
        // A tag requires at least one attribute; this one states a default.
        if list.description.isEmpty { list.add("CAN-BLOCK-RELOAD", "NO") }
        return list
    }
}

extension SkippedSegments {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("SKIPPED-SEGMENTS", count)
        if !removedDateRanges.isEmpty { list.add("RECENTLY-REMOVED-DATERANGES", tabbed: removedDateRanges) }
        list.add(unknownAttributes)
        return list
    }
}

extension PreloadHint {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("TYPE", kind.rawValue)
        list.add("URI", quoted: uri)
        if offset > 0 { list.add("BYTERANGE-START", offset) }
        list.add("BYTERANGE-LENGTH", length)
        list.add(unknownAttributes)
        return list
    }
}

extension RenditionReport {
    fileprivate var attributes: AttributeListWriter {
        var list = AttributeListWriter()
        list.add("URI", quoted: uri)
        list.add("LAST-MSN", lastMediaSequence)
        list.add("LAST-PART", lastPart)
        list.add(unknownAttributes)
        return list
    }
}
