import HLS
public import Media

/// The content of a published media playlist.
public struct MediaPlaylistSnapshot: Sendable, Hashable {
    /// One segment of a media playlist.
    public struct Entry: Sendable, Hashable {
        /// The URI, relative to the playlist.
        public let uri: String
        public let duration: MediaTime
        /// The byte range in the resource; nil for the whole resource.
        public let byteRange: Range<Int>?
        /// Whether timestamps, format or tracks change before the segment.
        public let isDiscontinuity: Bool
        /// Whether the segment has no media and should not be loaded.
        public let isGap: Bool
        /// The number of listed parts.
        public let partCount: Int
    }

    /// The upper bound of the rounded segment durations, in seconds.
    public let targetDuration: Int
    /// The media sequence number of the first segment.
    public let mediaSequence: Int
    /// The listed segments.
    public let segments: [Entry]
    /// The number of published parts of the segment after the last one.
    public let upcomingPartCount: Int
    /// The maximum duration of a part; nil without parts.
    public let partTarget: MediaTime?
    /// Whether no more segments will be appended.
    public let isComplete: Bool

    /// The media sequence number of the segment after the last one, for requests that wait for it.
    public var nextSequence: Int { mediaSequence + segments.count }
    /// The sum of the segment durations.
    public var duration: MediaTime { segments.reduce(.zero) { $0 + $1.duration } }

    init(_ playlist: MediaPlaylist) {
        targetDuration = playlist.targetDuration
        mediaSequence = playlist.mediaSequence
        segments = playlist.segments.map { segment in
            Entry(
                uri: segment.uri, duration: segment.duration,
                byteRange: segment.byteRange.map { $0.offset..<$0.end }, isDiscontinuity: segment.isDiscontinuity,
                isGap: segment.isGap, partCount: segment.parts.count)
        }
        upcomingPartCount = playlist.upcoming?.parts.count ?? 0
        partTarget = playlist.partTarget
        isComplete = playlist.hasEndList
    }
}
