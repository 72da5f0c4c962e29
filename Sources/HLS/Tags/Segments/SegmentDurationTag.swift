import Media

/// The duration and title of the next segment (RFC 8216bis 4.4.4.1).
enum SegmentDurationTag: SegmentTag {
    static let name: StaticString = "EXTINF"
    static let value = TagValue.segmentDuration
    static let traits: TagTraits = .freeText

    static func parse(_ line: PlaylistLine, into parser: inout MediaPlaylistParser) throws(PlaylistProblem) {
        var rest = line
        guard !parser.hasDuration else { throw line.problem("duplicate \(name) before a URI") }
        if parser.context.tolerance != .strict, rest.next == UInt8(ascii: ".") {
            try parser.context.reportDeviation(line.problem("a segment duration must begin with a digit"))
            parser.upcoming.duration = try rest.readFraction(0)
        } else {
            parser.upcoming.duration = try rest.readDecimal("a segment duration")
        }
        parser.hasDuration = true
        parser.validator.record(duration: parser.upcoming.duration, line)
        if parser.upcoming.duration.timescale > 1 { parser.hasFractions = true }
        try skipComma(&rest, parser.context)
        if !rest.isAtEnd { parser.upcoming.title = rest.rest.text }
    }

    private static func skipComma(_ line: inout PlaylistLine, _ context: ReadingContext) throws(PlaylistProblem) {
        let end = line
        if !line.isAtEnd, line.skipBlanks() {
            try context.reportDeviation(end.problem("expected ',' after the duration"))
            if !line.skip(",") { _ = line.skip(";") }
        } else if !line.skip(",") {
            // The specification requires the comma; many encoders omit it.
            guard line.isAtEnd else { throw line.problem("expected ',' after the duration") }
            context.warn(line.problem("expected ',' after the duration"))
        }
    }

    /// Treats the next URI as a segment although its duration could not be parsed.
    static func recover(_ parsers: inout TagParsers) { parsers.media.hasDuration = true }
}

extension MediaSegment {
    /// Writes the duration and the title.
    func writeDuration(to text: inout PlaylistWriter) {
        text.add(.segmentDuration, "\(duration.playlistDuration),\(PlaylistWriter.withoutLineBreaks(title))")
    }
}

extension PlaylistTag { package static let segmentDuration = PlaylistTag(SegmentDurationTag.self) }
