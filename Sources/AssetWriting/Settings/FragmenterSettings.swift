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
    package var packaging = Packaging.separate
    package var fragmentation = Fragmentation.segment
    /// The sequence number of the first movie fragment of each rendition.
    package var initialMovieFragmentSequenceNumber: UInt32 = 1
    /// The largest hole between two samples of a track that is filled by a longer sample instead of refused.
    package var longestGap = MediaTime.seconds(10)

    package init(profile: FileTypeProfile, interval: MediaTime) {
        self.profile = profile
        self.interval = interval
        timeOffset = profile.defaultTimeOffset
    }
}
