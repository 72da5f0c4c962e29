import Media

/// Builds a media playlist from its lines (RFC 8216bis 4.4.3 to 4.4.5).
struct MediaPlaylistParser {
    let context: ReadingContext
    var playlist = MediaPlaylist(targetDuration: 0)
    /// The properties from tags of the segment whose URI has not been reached.
    var upcoming = MediaSegment(uri: "", duration: .zero)
    /// Whether any duration has decimals.
    private(set) var hasFractions = false
    private var hasDuration = false
    private var pendingRange: (length: Int, offset: Int?, line: PlaylistLine)?
    private var previousRange: (uri: String, end: Int)?
    var previousPartRange: (uri: String, end: Int)?
    var validator = MediaPlaylistValidator()
    var partCount = 0
    var dateRangeCount = 0
    /// The line of the first part.
    var firstPart: PlaylistLine?
    /// The value of EXT-X-BITRATE in force at the current line, and at the last segment.
    private var bitRate: Int?
    private var lastBitRate: Int?

    init(_ context: ReadingContext) { self.context = context }

    /// Reserves capacity for this number of segments.
    mutating func reserveSegments(_ count: Int) { playlist.segments.reserveCapacity(count) }

    mutating func parse(_ tag: PlaylistTag, _ fullLine: PlaylistLine) throws(PlaylistProblem) {
        switch tag {
        case .segmentDuration: try parseDuration(fullLine)
        case .byteRange, .discontinuity, .gap, .programDateTime, .bitRate: try parseSegmentTag(tag, fullLine)
        case .key, .map, .part, .dateRange: try parseAttributeTag(tag, fullLine)
        case .partInf, .serverControl, .skip, .preloadHint, .renditionReport: try parseDeliveryTag(tag, fullLine)
        default: try parsePlaylistTag(tag, fullLine)
        }
    }

    private mutating func parsePlaylistTag(_ tag: PlaylistTag, _ fullLine: PlaylistLine) throws(PlaylistProblem) {
        var line = fullLine
        switch tag {
        case .targetDuration:
            playlist.targetDuration = try readTargetDuration(&line)
            if playlist.targetDuration < 1 {
                try context.reportDeviation(fullLine.problem("the target duration must be at least 1"))
                playlist.targetDuration = 1
            }
        case .mediaSequence:
            try expectNoSegments(tag, line)
            playlist.mediaSequence = try line.readInteger("a media sequence number", limit: .max / 2)
        case .discontinuitySequence:
            try expectNoSegments(tag, line)
            playlist.discontinuitySequence = try line.readInteger("a discontinuity sequence number", limit: .max / 2)
        case .playlistType:
            let word = line.rest.text
            playlist.type = MediaPlaylist.PlaylistType(rawValue: word)
            if playlist.type == nil {
                try context.reportDeviation(line.problem("the playlist type must be VOD or EVENT"))
                playlist.type = MediaPlaylist.PlaylistType(rawValue: word.uppercased())
            }
            return
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .endList: playlist.hasEndList = true
        default: return
        }
        try line.expectEnd()
    }

    /// Reads an integer number of seconds; decimals are rounded up.
    private func readTargetDuration(_ line: inout PlaylistLine) throws(PlaylistProblem) -> Int {
        let fullLine = line
        let seconds = try line.readInteger("a target duration", limit: Int(Int32.max))
        guard context.tolerance != .strict, line.next == UInt8(ascii: ".") else { return seconds }
        line = fullLine
        let time = try line.readDecimal("a target duration")
        try context.reportDeviation(fullLine.problem("the target duration must be a whole number"))
        return seconds + (time > .seconds(Int64(seconds)) ? 1 : 0)
    }

    /// Treats the next URI as a segment although its duration could not be parsed.
    mutating func assumeDuration() { hasDuration = true }

    private mutating func parseDuration(_ fullLine: PlaylistLine) throws(PlaylistProblem) {
        var line = fullLine
        guard !hasDuration else { throw line.problem("duplicate EXTINF before a URI") }
        if context.tolerance != .strict, line.next == UInt8(ascii: ".") {
            try context.reportDeviation(line.problem("a segment duration must begin with a digit"))
            upcoming.duration = try line.readFraction(0)
        } else {
            upcoming.duration = try line.readDecimal("a segment duration")
        }
        hasDuration = true
        validator.record(duration: upcoming.duration, fullLine)
        if upcoming.duration.timescale > 1 { hasFractions = true }
        let end = line
        if !line.isAtEnd, line.skipBlanks() {
            try context.reportDeviation(end.problem("expected ',' after the duration"))
            if !line.skip(",") { _ = line.skip(";") }
        } else if !line.skip(",") {
            // The specification requires the comma; many encoders omit it.
            guard line.isAtEnd else { throw line.problem("expected ',' after the duration") }
            context.warn(line.problem("expected ',' after the duration"))
        }
        if !line.isAtEnd { upcoming.title = line.rest.text }
    }

    private mutating func parseSegmentTag(_ tag: PlaylistTag, _ fullLine: PlaylistLine) throws(PlaylistProblem) {
        var line = fullLine
        switch tag {
        case .byteRange:
            guard pendingRange == nil else { throw line.problem("duplicate EXT-X-BYTERANGE before a URI") }
            let range = try line.readByteRange()
            pendingRange = (range.length, range.offset, fullLine)
        case .discontinuity: upcoming.isDiscontinuity = true
        case .gap: upcoming.isGap = true
        case .programDateTime:
            let date = try line.readDateTime()
            upcoming.programDateTime = date
            validator.record(date: date)
        case .bitRate: bitRate = try line.readInteger("a bit rate")
        default: return
        }
        try line.expectEnd()
    }

    mutating func appendUnknownTag(_ tag: UnknownTag) {
        var tag = tag
        tag.followsDuration = hasDuration
        upcoming.unknownTags.append(tag)
    }

    mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        guard hasDuration else { throw line.problem("segment URI without EXTINF") }
        try context.enforceLimit(playlist.segments.count + 1, context.limits.entries, "segments", line)
        upcoming.uri = try context.variables.expand(line)
        if let range = pendingRange {
            let resolved = try resolve(range, uri: upcoming.uri, after: previousRange)
            upcoming.byteRange = resolved
            previousRange = (upcoming.uri, resolved.end)
        } else {
            previousRange = nil
            upcoming.bitRate = bitRate
        }
        playlist.segments.append(upcoming)
        lastBitRate = bitRate
        var following = MediaSegment(uri: "", duration: .zero, initialization: upcoming.initialization)
        following.keys = upcoming.keys
        upcoming = following
        hasDuration = false
        pendingRange = nil
    }

    /// Returns a byte range; without an offset it begins at the end of the previous range (RFC 8216bis 4.4.4.2).
    func resolve(
        _ range: (length: Int, offset: Int?, line: PlaylistLine), uri: String, after previous: (uri: String, end: Int)?
    ) throws(PlaylistProblem) -> ByteRange {
        if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
        guard let previous, previous.uri == uri else {
            try context.reportDeviation(
                range.line.problem("a byte range without an offset must follow a range of the same resource"))
            return ByteRange(offset: 0, length: range.length)
        }
        guard !previous.end.addingReportingOverflow(range.length).overflow else {
            throw range.line.problem("the byte range ends beyond 2^63")
        }
        return ByteRange(offset: previous.end, length: range.length)
    }

    private func expectNoSegments(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        let isFirst = playlist.segments.isEmpty && (tag == .mediaSequence || !upcoming.isDiscontinuity)
        if !isFirst { throw line.problem("\(tag.name) must precede the first segment") }
    }

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MediaPlaylist {
        if playlist.targetDuration == 0 {
            try context.reportDeviation(PlaylistProblem(line: lastLine, message: "EXT-X-TARGETDURATION is missing"))
            playlist.targetDuration = max(1, validator.longestSegment)
        }
        if hasDuration || pendingRange != nil {
            let name = hasDuration ? PlaylistTag.segmentDuration.name : PlaylistTag.byteRange.name
            try context.recordFault(
                PlaylistProblem(line: lastLine, message: "\(name) without a URI: the playlist is truncated"))
        }
        if let firstPart, playlist.partTarget == nil {
            try context.recordFault(
                PlaylistProblem(line: firstPart.number, message: "EXT-X-PART requires EXT-X-PART-INF in the playlist"))
        }
        try validator.finish(playlist, context)
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.definitions = common.definitions
        playlist.start = common.start
        playlist.upcoming = trailingSegment
        return playlist
    }

    /// The properties from tags after the last segment; nil if they add nothing.
    private var trailingSegment: MediaSegment? {
        var inherited = MediaSegment(
            uri: "", duration: .zero, initialization: playlist.segments.last?.initialization)
        inherited.keys = playlist.segments.last?.keys ?? []
        inherited.bitRate = lastBitRate
        var end = upcoming
        end.bitRate = bitRate
        return end == inherited ? nil : end
    }
}
