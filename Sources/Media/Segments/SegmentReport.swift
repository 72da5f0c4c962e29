/// What a segment holds, for those who write playlists.
public struct SegmentReport: Sendable, Hashable {
    public var kind: Segment.Kind
    /// One report for each track, in the order of the tracks in the movie; empty for initialization segments.
    public var tracks: [TrackReport]
    /// One entry for each movie fragment, in order.
    public var fragments: [FragmentReport]

    /// A report of these tracks and fragments.
    public init(kind: Segment.Kind, tracks: [TrackReport] = [], fragments: [FragmentReport] = []) {
        self.kind = kind
        self.tracks = tracks
        self.fragments = fragments
    }

    /// One track's part in a segment.
    public struct TrackReport: Sendable, Hashable {
        public var trackID: Track.ID
        public var mediaType: MediaType
        /// The presentation time of the sample that is presented first, on the timeline of the written media.
        public var earliestPresentationTime: MediaTime
        /// The sum of the sample durations.
        public var duration: MediaTime
        public var sampleCount: Int
        /// The first video sample; nil for other media.
        public var firstVideoSample: SampleReport?
        /// The services of closed captions in the pictures; nil where nobody looked or could.
        public var captionServices: Set<CaptionService>?

        /// A report of one track.
        public init(
            trackID: Track.ID, mediaType: MediaType, earliestPresentationTime: MediaTime, duration: MediaTime,
            sampleCount: Int, firstVideoSample: SampleReport? = nil
        ) {
            self.trackID = trackID
            self.mediaType = mediaType
            self.earliestPresentationTime = earliestPresentationTime
            self.duration = duration
            self.sampleCount = sampleCount
            self.firstVideoSample = firstVideoSample
        }
    }

    /// One video sample and where its bytes are.
    public struct SampleReport: Sendable, Hashable {
        public var presentationTime: MediaTime
        /// Bytes from the beginning of the segment.
        public var offset: Int
        /// The length in bytes.
        public var length: Int
        public var isSync: Bool
        /// Samples that follow it and are presented before it, as far as their flags say so.
        public var leadingCount = 0
        /// Those of them that cannot be decoded when decoding begins at this sample.
        public var skippedLeadingCount = 0

        /// The type of the stream access point that it is (ISO/IEC 14496-12 annex I); 0 for none.
        public var accessPointType: Int {
            guard isSync else { return 0 }
            return skippedLeadingCount > 0 ? 3 : leadingCount > 0 ? 2 : 1
        }

        /// A report of one sample.
        public init(presentationTime: MediaTime, offset: Int, length: Int, isSync: Bool) {
            self.presentationTime = presentationTime
            self.offset = offset
            self.length = length
            self.isSync = isSync
        }
    }

    /// One movie fragment and where its bytes are.
    public struct FragmentReport: Sendable, Hashable {
        /// Where its `moof` begins, in bytes from the beginning of the segment.
        public var offset: Int
        /// The length of `moof` and `mdat` together, in bytes.
        public var length: Int
        /// The first video sample in it; nil where it has no video.
        public var firstVideoSample: SampleReport?

        /// A report of one fragment.
        public init(offset: Int, length: Int, firstVideoSample: SampleReport?) {
            self.offset = offset
            self.length = length
            self.firstVideoSample = firstVideoSample
        }
    }
}
