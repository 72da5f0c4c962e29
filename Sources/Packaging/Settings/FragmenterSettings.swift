package import ISOMedia
package import Media

/// The settings for segmentation of a presentation.
package struct FragmenterSettings: Sendable {
    /// The division of a segment into movie fragments.
    package enum Fragmentation: String, Sendable, Hashable, CaseIterable {
        /// One fragment per segment.
        case segment
        /// A fragment starts at every sync sample of the leading track.
        case syncSample = "sync-sample"
    }

    /// The assignment of tracks to renditions.
    package enum Packaging: String, Sendable, Hashable, CaseIterable {
        /// Each track is a separate rendition.
        case separate
        /// All tracks form one rendition.
        case together
    }

    package var profile: FileTypeProfile
    /// The target segment duration; indefinite for a single segment.
    package var interval: MediaTime
    /// The start of the segment grid on the input's timeline.
    package var initialSegmentStartTime = MediaTime.zero
    /// The sync samples at which segments of video start; nil for the first one at or after each boundary of the grid.
    package var boundaries: BoundaryTimes?
    /// The offset added to all written times.
    package var timeOffset: MediaTime
    /// The random access points at which segments of HEVC and H.264 may start.
    package var randomAccess: RandomAccess
    /// Whether segments may start at recovery points of H.264.
    package var acceptsRecoveryPoints: Bool { randomAccess == .recovery }
    /// An additional offset of all times when the timeline of an earlier run continues. Initialization segments do not
    /// depend on it.
    package var continuedTime = MediaTime.zero
    package var packaging = Packaging.separate
    package var fragmentation = Fragmentation.segment
    /// The target part duration. Parts are published before their segment is complete; nil publishes complete segments
    /// only.
    package var part: MediaTime?
    /// The format of text segments.
    package var text: TextSegmentFormat
    /// Whether the format of a track may change, which starts new initialization segments and a discontinuity in every
    /// rendition; otherwise a change is an error.
    package var allowsFormatChanges = false
    /// The sequence number of the first movie fragment of each rendition.
    package var initialMovieFragmentSequenceNumber: UInt32 = 1
    /// The index of the first segment of each rendition. Above zero for a portion of a presentation, whose other
    /// segments are made separately: names and sequence numbers then continue from the preceding portions.
    package var initialSegmentIndex = 0
    /// Whether the tracks are a portion of a presentation, whose decode times join the decode times of other portions.
    package var isPortion = false
    /// The presentation time of the first video frame after a portion; nil if it is unknown.
    package var portionEnd: MediaTime?
    /// The starts of the segments after the first one, which tracks without dependencies follow if the leading track is
    /// segmented separately; nil to follow the leading track of this presentation.
    package var segmentStarts: [MediaTime]?
    /// Whether a segment that would start with a non-sync sample is an error; otherwise samples before the first sync
    /// sample are discarded.
    package var refusesNonSyncStarts = false
    /// Whether initialization segments depend on the tracks only and not on the first samples, so that fragments of
    /// several writers can be concatenated.
    package var isCombinable = false
    /// Whether `track_ID` is the track's identity instead of its position.
    package var keepsTrackIDs = false
    /// The timescale of the movie header, in ticks per second.
    package var movieTimescale: UInt32 = 1000
    /// Track properties in addition to the format, for tracks that have any.
    package var trackSettings: [Track.ID: MovieTrackSettings] = [:]
    /// References between tracks; requires ``keepsTrackIDs``.
    package var references: [Track.ID: [TrackReference]] = [:]
    package var metadata: [MetadataItem] = []
    /// The longest gap between two samples of a track that is filled by extending a sample; a longer gap is rejected.
    package var maximumGap = MediaTime.seconds(10)

    /// The maximum segment duration of a live track. If the first sync sample at or after a boundary would exceed it,
    /// the segment ends at the boundary and the media up to the sync sample become a gap. Nil ends segments at sync
    /// samples only.
    package var maximumLiveSegmentDuration: MediaTime?

    package init(profile: FileTypeProfile, interval: MediaTime) {
        self.profile = profile
        self.interval = interval
        timeOffset = profile.defaultTimeOffset
        randomAccess = profile.defaultRandomAccess
        text = profile.defaultTextFormat
    }
}
