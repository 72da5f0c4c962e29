package import Media

/// The list of one rendition's media segments (RFC 8216bis 4.4.3).
package struct MediaPlaylist: Sendable, Hashable {
    /// What may still change in a playlist (RFC 8216bis 4.4.3.5).
    package enum PlaylistType: String, Sendable, Hashable {
        /// Nothing.
        case vod = "VOD"
        /// Segments may be added at the end.
        case event = "EVENT"
    }

    /// An upper bound of the rounded segment durations, in whole seconds, 1 or more.
    package var targetDuration: Int
    /// The number of the first segment in the list, or of the first one that was skipped.
    package var mediaSequence: Int
    /// The number of discontinuities before the first segment; nil leaves the tag out.
    package var discontinuitySequence: Int?
    /// nil for a playlist whose segments come and go.
    package var type: PlaylistType?
    /// Whether every segment decodes without the ones before it.
    package var hasIndependentSegments: Bool
    /// Whether every entry is a single I-frame.
    package var isIFramesOnly: Bool
    /// Whether no segment will ever be added.
    package var hasEndList: Bool
    package var segments: [MediaSegment]
    /// What tags behind the last segment say of the one to come: its parts so far, its map, keys and date ranges.
    ///
    /// Its URI is empty and its duration zero. nil where nothing is said.
    package var upcoming: MediaSegment?
    /// The variables of the playlist, in order (RFC 8216bis 4.4.2.3).
    package var definitions: [VariableDefinition] = []
    /// Where to begin to play.
    package var start: StartPoint?
    /// The longest duration that a part may have; nil where there are no parts (RFC 8216bis 4.4.3.7).
    package var partTarget: MediaTime?
    /// What the server can do for players that load the playlist again and again.
    package var serverControl: ServerControl?
    /// What a delta update leaves out.
    package var skip: SkippedSegments?
    /// What players may ask for before it is there.
    package var preloadHints: [PreloadHint] = []
    /// How far the other renditions are.
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

    /// All date ranges in the order in which they stand.
    package var dateRanges: [DateRange] { segments.flatMap(\.dateRanges) + (upcoming?.dateRanges ?? []) }
}
