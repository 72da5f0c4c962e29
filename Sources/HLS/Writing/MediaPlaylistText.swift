import Media

extension MediaPlaylist {
    /// The lowest protocol version that covers what the playlist uses (RFC 8216bis 8).
    package var minimumVersion: Int {
        let hasMap = segments.contains { $0.initialization != nil }
        if hasMap { return isIFramesOnly ? 5 : 6 }
        return isIFramesOnly || segments.contains { $0.byteRange != nil } ? 4 : 3
    }

    /// The playlist as it stands in a file.
    package var text: String {
        var text = PlaylistText(capacity: 256 + segments.count * 64)
        addHeader(to: &text)
        var initialization: InitializationSection?
        for segment in segments {
            segment.write(to: &text, inForce: &initialization)
        }
        if hasEndList { text.add(.endList) }
        return text.text
    }

    private func addHeader(to text: inout PlaylistText) {
        text.add(.version, minimumVersion)
        if hasIndependentSegments { text.add(.independentSegments) }
        text.add(.targetDuration, targetDuration)
        text.add(.mediaSequence, mediaSequence)
        if let discontinuitySequence { text.add(.discontinuitySequence, discontinuitySequence) }
        if let type { text.add(.playlistType, type.rawValue) }
        if isIFramesOnly { text.add(.iFramesOnly) }
    }
}

extension MediaSegment {
    fileprivate func write(to text: inout PlaylistText, inForce: inout InitializationSection?) {
        if isDiscontinuity { text.add(.discontinuity) }
        if let initialization, initialization != inForce {
            text.add(.map, initialization.attributes)
            inForce = initialization
        }
        if let programDateTime { text.add(.programDateTime, programDateTime) }
        if isGap { text.add(.gap) }
        text.addLine(
            "#EXTINF:\(duration.decimal(places: PublishedTimeline.decimalPlaces)),\(title)")
        if let byteRange { text.add(.byteRange, byteRange) }
        text.addLine(uri)
    }
}

extension InitializationSection {
    fileprivate var attributes: AttributeListText {
        var list = AttributeListText()
        list.add("URI", quoted: uri)
        if let byteRange { list.add("BYTERANGE", quoted: byteRange.description) }
        return list
    }
}

extension ByteRange: CustomStringConvertible {
    /// The form `length@offset`.
    package var description: String { "\(length)@\(offset)" }
}
