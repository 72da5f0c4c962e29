package import Media

/// The media playlist of one rendition (RFC 8216bis 4.4.3).
package struct MediaPlaylist: Sendable, Hashable {
    /// The permitted changes to a playlist (RFC 8216bis 4.4.3.5).
    package enum PlaylistType: String, Sendable, Hashable {
        /// The playlist does not change.
        case vod = "VOD"
        /// Segments may be appended.
        case event = "EVENT"
    }

    /// The upper bound of the rounded segment durations, in seconds, at least 1.
    package var targetDuration: Int
    /// The media sequence number of the first segment, including skipped ones.
    package var mediaSequence: Int
    /// The number of discontinuities before the first segment; nil omits the tag.
    package var discontinuitySequence: Int?
    /// nil for a live playlist, whose segments are appended and removed.
    package var type: PlaylistType?
    /// Whether every segment can be decoded without previous segments.
    package var hasIndependentSegments: Bool
    /// Whether every segment is a single I-frame.
    package var isIFramesOnly: Bool
    /// Whether no more segments will be appended.
    package var hasEndList: Bool
    package var segments: [MediaSegment]
    /// The properties of the upcoming segment from tags after the last segment: its parts so far, map, keys and date
    /// ranges.
    ///
    /// Its URI is empty and its duration zero. nil without such tags.
    package var upcoming: MediaSegment?
    /// The variables of the playlist, in order (RFC 8216bis 4.4.2.3).
    package var definitions: [VariableDefinition] = []
    /// The preferred start position.
    package var start: StartPoint?
    /// The maximum duration of a part; nil without parts (RFC 8216bis 4.4.3.7).
    package var partTarget: MediaTime?
    /// The delivery directives that the server supports.
    package var serverControl: ServerControl?
    /// The segments omitted from a delta update.
    package var skip: SkippedSegments?
    /// Resources that players may request in advance.
    package var preloadHints: [PreloadHint] = []
    /// The most recent states of the other renditions.
    package var renditionReports: [RenditionReport] = []

    package init(
        targetDuration: Int, mediaSequence: Int = 0, discontinuitySequence: Int? = nil, type: PlaylistType? = nil,
        hasIndependentSegments: Bool = false, isIFramesOnly: Bool = false, hasEndList: Bool = false,
        segments: [MediaSegment] = []
    ) {
        self.targetDuration = targetDuration
        self.mediaSequence = mediaSequence
        self.discontinuitySequence = discontinuitySequence
        self.type = type
        self.hasIndependentSegments = hasIndependentSegments
        self.isIFramesOnly = isIFramesOnly
        self.hasEndList = hasEndList
        self.segments = segments
    }

    /// The sum of the segment durations.
    package var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }

    /// All date ranges in playlist order.
    package var dateRanges: [DateRange] { segments.flatMap(\.dateRanges) + (upcoming?.dateRanges ?? []) }
}
