import Media

/// Builds a media playlist from its lines (RFC 8216bis 4.4.3 to 4.4.5).
struct MediaPlaylistParser {
    let context: ReadingContext
    var playlist = MediaPlaylist(targetDuration: 0)
    /// The properties from tags of the segment whose URI has not been reached.
    var upcoming = MediaSegment(uri: "", duration: .zero)
    /// Whether any duration has decimals.
    var hasFractions = false
    var hasDuration = false
    var pendingRange: (length: Int, offset: Int?, line: PlaylistLine)?
    private var previousRange: (uri: String, end: Int)?
    var previousPartRange: (uri: String, end: Int)?
    var validator = MediaPlaylistValidator()
    var partCount = 0
    var dateRangeCount = 0
    /// The line of the first part.
    var firstPart: PlaylistLine?
    /// The value of EXT-X-BITRATE in force at the current line, and at the last segment.
    var bitRate: Int?
    private var lastBitRate: Int?

    init(_ context: ReadingContext) { self.context = context }

    /// Reserves capacity for this number of segments.
    mutating func reserveSegments(_ count: Int) { playlist.segments.reserveCapacity(count) }

    mutating func appendUnknownTag(_ tag: UnknownTag) {
        var tag = tag
        tag.followsDuration = hasDuration
        upcoming.unknownTags.append(tag)
    }

    mutating func parseURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        guard hasDuration else { throw line.problem("segment URI without \(SegmentDurationTag.name)") }
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

    mutating func finish(_ lastLine: Int, _ common: CommonTags) throws(PlaylistProblem) -> MediaPlaylist {
        if playlist.targetDuration == 0 {
            try context.reportDeviation(
                PlaylistProblem(line: lastLine, message: "\(TargetDurationTag.name) is missing"))
            playlist.targetDuration = max(1, validator.longestSegment)
        }
        if hasDuration || pendingRange != nil {
            let name = hasDuration ? SegmentDurationTag.name : ByteRangeTag.name
            try context.recordFault(
                PlaylistProblem(line: lastLine, message: "\(name) without a URI: the playlist is truncated"))
        }
        if let firstPart, playlist.partTarget == nil {
            try context.recordFault(
                PlaylistProblem(
                    line: firstPart.number, message: "\(PartTag.name) requires \(PartInfTag.name) in the playlist"))
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
