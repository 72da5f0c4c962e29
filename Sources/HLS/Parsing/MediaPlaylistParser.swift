import Media

/// Builds a media playlist from its lines (RFC 8216bis 4.4.3 and 4.4.4).
struct MediaPlaylistParser {
    private let limits: PlaylistLimits
    private var playlist = MediaPlaylist(targetDuration: 0)
    private var initialization: InitializationSection?
    private var pending = PendingSegment()
    private var previousRange: (uri: String, end: Int)?

    /// What tags have said of the segment whose URI is still to come.
    private struct PendingSegment {
        var duration: MediaTime?
        var title = ""
        var range: (length: Int, offset: Int?, line: PlaylistLine)?
        var isDiscontinuity = false
        var programDateTime: DateTime?
        var isGap = false
    }

    init(limits: PlaylistLimits) { self.limits = limits }

    mutating func take(_ tag: PlaylistTag, _ whole: PlaylistLine) throws(PlaylistProblem) {
        var line = whole
        switch tag {
        case .targetDuration:
            playlist.targetDuration = try line.readInteger("a target duration", limit: Int(Int32.max))
            guard playlist.targetDuration >= 1 else { throw whole.problem("a target duration is 1 or more") }
        case .mediaSequence:
            try expectNoSegments(tag, line)
            playlist.mediaSequence = try line.readInteger("a media sequence number", limit: .max / 2)
        case .discontinuitySequence:
            try expectNoSegments(tag, line)
            playlist.discontinuitySequence = try line.readInteger("a discontinuity sequence number", limit: .max / 2)
        case .playlistType:
            guard let type = MediaPlaylist.PlaylistType(rawValue: line.rest.text) else {
                throw line.problem("a playlist type is VOD or EVENT")
            }
            playlist.type = type
            return
        case .iFramesOnly: playlist.isIFramesOnly = true
        case .endList: playlist.hasEndList = true
        default: return try takeSegmentTag(tag, line)
        }
        try line.expectEnd()
    }

    private mutating func takeSegmentTag(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        var line = line
        switch tag {
        case .segmentDuration:
            guard pending.duration == nil else { throw line.problem("EXTINF twice before one URI") }
            pending.duration = try line.readDecimal("a segment duration")
            // The comma is wanted by the specification and left out by many.
            guard line.skip(",") || line.isAtEnd else { throw line.problem("',' is wanted after the duration") }
            pending.title = line.rest.text
            return
        case .byteRange:
            guard pending.range == nil else { throw line.problem("EXT-X-BYTERANGE twice before one URI") }
            let begin = line
            let range = try line.readByteRange()
            pending.range = (range.length, range.offset, begin)
        case .discontinuity: pending.isDiscontinuity = true
        case .gap: pending.isGap = true
        case .programDateTime: pending.programDateTime = try line.readDateTime()
        case .map:
            let attributes = try AttributeList(tag, line, limits: limits)
            initialization = InitializationSection(
                uri: try attributes.requiredString("URI"), byteRange: try attributes.byteRange("BYTERANGE"))
            return
        default: return
        }
        try line.expectEnd()
    }

    mutating func takeURI(_ line: PlaylistLine) throws(PlaylistProblem) {
        guard let duration = pending.duration else { throw line.problem("a segment needs EXTINF before its URI") }
        guard playlist.segments.count < limits.entries else {
            throw line.problem("more than \(limits.entries) segments")
        }
        let uri = line.bytes.text
        let range = try pending.range.map { range throws(PlaylistProblem) in try resolve(range, uri: uri) }
        previousRange = range.map { (uri, $0.end) }
        playlist.segments.append(
            MediaSegment(
                uri: uri, duration: duration, title: pending.title, byteRange: range, initialization: initialization,
                isDiscontinuity: pending.isDiscontinuity, programDateTime: pending.programDateTime,
                isGap: pending.isGap))
        pending = PendingSegment()
    }

    /// A range without an offset begins where the range before it ends (RFC 8216bis 4.4.4.2).
    private func resolve(
        _ range: (length: Int, offset: Int?, line: PlaylistLine), uri: String
    ) throws(PlaylistProblem) -> ByteRange {
        if let offset = range.offset { return ByteRange(offset: offset, length: range.length) }
        guard let previousRange, previousRange.uri == uri else {
            throw range.line.problem("a byte range without an offset follows a range of the same resource")
        }
        guard !previousRange.end.addingReportingOverflow(range.length).overflow else {
            throw range.line.problem("the byte range ends beyond 2^63")
        }
        return ByteRange(offset: previousRange.end, length: range.length)
    }

    private func expectNoSegments(_ tag: PlaylistTag, _ line: PlaylistLine) throws(PlaylistProblem) {
        let isFirst = playlist.segments.isEmpty && (tag == .mediaSequence || !pending.isDiscontinuity)
        if !isFirst { throw line.problem("\(tag.rawValue) stands before the first segment") }
    }

    func finish(_ lastLine: Int) throws(PlaylistProblem) -> MediaPlaylist {
        if playlist.targetDuration == 0 {
            throw PlaylistProblem(line: lastLine, message: "EXT-X-TARGETDURATION is missing")
        }
        if pending.duration != nil {
            throw PlaylistProblem(line: lastLine, message: "EXTINF without a URI: the playlist is cut short")
        }
        return playlist
    }
}
