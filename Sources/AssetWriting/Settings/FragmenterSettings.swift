package import ISOMedia
package import Media

/// How a presentation is cut into segments.
package struct FragmenterSettings: Sendable {
    /// Where movie fragments begin inside a segment.
    package enum Fragmentation: String, Sendable, Hashable, CaseIterable {
        /// One fragment is the whole segment.
        case segment
        /// Every sync sample of the leading track begins a fragment.
        case syncSample = "sync-sample"
    }

    /// How tracks are put into renditions.
    package enum Packaging: String, Sendable, Hashable, CaseIterable {
        /// Each track is a rendition of its own.
        case separate
        /// All tracks are one rendition.
        case together
    }

    package var profile: FileTypeProfile
    /// The segment duration that is aimed at; indefinite cuts only at the end.
    package var interval: MediaTime
    /// Where the grid of segment boundaries begins, on the input's timeline.
    package var initialSegmentStartTime = MediaTime.zero
    /// Added to every time that is written.
    package var timeOffset: MediaTime
    /// The pictures of HEVC that segments may begin with.
    package var randomAccess: RandomAccess
    /// Added to every time besides, where an earlier run's timeline goes on; initialization segments do not depend on
    /// it.
    package var continuedTime = MediaTime.zero
    package var packaging = Packaging.separate
    package var fragmentation = Fragmentation.segment
    /// How long the parts are about that segments are given out in before they are whole; nil gives out whole ones.
    package var part: MediaTime?
    /// What segments of text tracks are.
    package var text: TextForm
    /// Whether a track may go on in another format, with new initialization segments and a discontinuity in every
    /// rendition; otherwise it is an error.
    package var allowsFormatChanges = false
    /// The sequence number of the first movie fragment of each rendition.
    package var initialMovieFragmentSequenceNumber: UInt32 = 1
    /// Whether a segment that would begin with a non-sync sample is an error; otherwise what comes before the first
    /// sync sample is left out.
    package var refusesNonSyncStarts = false
    /// Whether initialization segments depend on the tracks alone and not on where their samples begin, so that the
    /// fragments of several writers can follow each other.
    package var isCombinable = false
    /// Whether `track_ID` is the number of the track's identity instead of its position.
    package var keepsTrackIDs = false
    /// Ticks per second of the movie header.
    package var movieTimescale: UInt32 = 1000
    /// What tracks say beyond their formats, where they say something.
    package var trackSettings: [Track.ID: MovieTrackSettings] = [:]
    /// What tracks are to each other; with ``keepsTrackIDs``.
    package var references: [Track.ID: [TrackReference]] = [:]
    package var metadata: [MetadataItem] = []
    /// The largest hole between two samples of a track that is filled by a longer sample instead of refused.
    package var longestGap = MediaTime.seconds(10)

    /// The longest segment of a live track: where the first sync sample at or after a boundary comes too late for it,
    /// the segment ends at the boundary, and what lies between is a gap. Nil where segments end at sync samples only.
    package var longestLiveSegment: MediaTime?

    package init(profile: FileTypeProfile, interval: MediaTime) {
        self.profile = profile
        self.interval = interval
        timeOffset = profile.defaultTimeOffset
        randomAccess = profile.defaultRandomAccess
        text = profile.defaultTextForm
    }
}
