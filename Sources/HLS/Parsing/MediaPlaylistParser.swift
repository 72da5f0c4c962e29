import Media

/// Builds a media playlist from its lines (RFC 8216bis 4.4.3 to 4.4.5).
struct MediaPlaylistParser {
    let context: ReadingContext
    var playlist = MediaPlaylist(targetDuration: 0)
    /// What tags have said of the segment whose URI is still to come.
    var upcoming = MediaSegment(uri: "", duration: .zero)
    /// Whether a duration has been written with decimals.
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
    /// The bit rates in force where reading is, and at the last segment.
    private var bitRate: Int?
    private var lastBitRate: Int?

    init(_ context: ReadingContext) { self.context = context }

    /// Makes room for so many segments.
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
                try context.reportDeviation(fullLine.problem("a target duration is 1 or more"))
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
                try context.reportDeviation(line.problem("a playlist type is VOD or EVENT"))
                playlist.type = MediaPlaylist.PlaylistType(rawValue: word.uppercased())
            }
            return
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .endList: playlist.hasEndList = true
        default: return
        }
        try line.expectEnd()
    }

    /// Reads a whole number of seconds; decimals are rounded up.
    private func readTargetDuration(_ line: inout PlaylistLine) throws(PlaylistProblem) -> Int {
        let fullLine = line
        let seconds = try line.readInteger("a target duration", limit: Int(Int32.max))
        guard context.tolerance != .strict, line.next == UInt8(ascii: ".") else { return seconds }
        line = fullLine
        let time = try line.readDecimal("a target duration")
        try context.reportDeviation(fullLine.problem("a target duration is a whole number"))
        return seconds + (time > .seconds(Int64(seconds)) ? 1 : 0)
    }

    /// Counts the next URI as a segment although its duration could not be read.
    mutating func assumeDuration() { hasDuration = true }

    private mutating func parseDuration(_ fullLine: PlaylistLine) throws(PlaylistProblem) {
        var line = fullLine
        guard !hasDuration else { throw line.problem("EXTINF twice before one URI") }
        if context.tolerance != .strict, line.next == UInt8(ascii: ".") {
            try context.reportDeviation(line.problem("a segment duration begins with a digit"))
            upcoming.duration = try line.readFraction(0)
        } else {
            upcoming.duration = try line.readDecimal("a segment duration")
        }
        hasDuration = true
        validator.record(duration: upcoming.duration, fullLine)
        if upcoming.duration.timescale > 1 { hasFractions = true }
        let end = line
        if !line.isAtEnd, line.skipBlanks() {
            try context.reportDeviation(end.problem("',' is wanted after the duration"))
            if !line.skip(",") { _ = line.skip(";") }
        } else if !line.skip(",") {
            // The comma is wanted by the specification and left out by many.
            guard line.isAtEnd else { throw line.problem("',' is wanted after the duration") }
            context.warn(line.problem("',' is wanted after the duration"))
        }
        if !line.isAtEnd { upcoming.title = line.rest.text }
    }

    private mutating func parseSegmentTag(_ tag: PlaylistTag, _ fullLine: PlaylistLine) throws(PlaylistProblem) {
        var line = fullLine
        switch tag {
        case .byteRange:
            guard pendingRange == nil else { throw line.problem("EXT-X-BYTERANGE twice before one URI") }
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
        guard hasDuration else { throw line.problem("a segment needs EXTINF before its URI") }
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

    /// A range without an offset begins where the range before it ends (RFC 8216bis 4.4.4.2).
    func resolve(
        _ range: (length: Int, offset: Int?, line: PlaylistLine), uri: String, after previous: (uri: String, end: Int)?
    ) throws(PlaylistProblem) -> ByteRange {
        if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
        guard let previous, previous.uri == uri else {
            try context.reportDeviation(
                range.line.problem("a byte range without an offset follows a range of the same resource"))
            return ByteRange(offset: 0, length: range.length)
        }
        guard !previous.end.addingReportingOverflow(range.length).overflow else {
            throw range.line.problem("the byte range ends beyond 2^63")
        }
        return ByteRange(offset: previous.end, length: range.length)
    }

    private func expectNoSegments(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        let isFirst = playlist.segments.isEmpty && (tag == .mediaSequence || !upcoming.isDiscontinuity)
        if !isFirst { throw line.problem("\(tag.name) stands before the first segment") }
    }

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MediaPlaylist {
        if playlist.targetDuration == 0 {
            try context.reportDeviation(PlaylistProblem(line: lastLine, message: "EXT-X-TARGETDURATION is missing"))
            playlist.targetDuration = max(1, validator.longestSegment)
        }
        if hasDuration || pendingRange != nil {
            let name = hasDuration ? PlaylistTag.segmentDuration.name : PlaylistTag.byteRange.name
            try context.recordFault(
                PlaylistProblem(line: lastLine, message: "\(name) without a URI: the playlist is cut short"))
        }
        if let firstPart, playlist.partTarget == nil {
            try context.recordFault(
                PlaylistProblem(line: firstPart.number, message: "EXT-X-PART needs EXT-X-PART-INF in the playlist"))
        }
        try validator.finish(playlist, context)
        playlist.hasIndependentSegments = common.hasIndependentSegments
        playlist.definitions = common.definitions
        playlist.start = common.start
        playlist.upcoming = trailingSegment
        return playlist
    }

    /// What tags behind the last segment say; nil where they say nothing new.
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
