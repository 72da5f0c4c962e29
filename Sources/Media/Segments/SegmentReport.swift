/// The timing and byte ranges of a segment's content, for playlist writers.
public struct SegmentReport: Sendable, Hashable, Codable {
    public var kind: Segment.Kind
    /// One report for each track, in the order of the tracks in the movie; empty for initialization segments.
    public var tracks: [TrackReport]
    /// One report for each movie fragment, in order.
    public var fragments: [FragmentReport]

    /// A report of these tracks and fragments.
    public init(kind: Segment.Kind, tracks: [TrackReport] = [], fragments: [FragmentReport] = []) {
        self.kind = kind
        self.tracks = tracks
        self.fragments = fragments
    }

    /// The samples of one track in a segment.
    public struct TrackReport: Sendable, Hashable, Codable {
        public var trackID: Track.ID
        public var mediaType: MediaType
        /// The earliest presentation time of the track's samples, on the timeline of the written media.
        public var earliestPresentationTime: MediaTime
        /// The sum of the sample durations.
        public var duration: MediaTime
        public var sampleCount: Int
        /// The first video sample; nil for other media.
        public var firstVideoSample: SampleReport?
        /// The caption services found in the video samples; nil if they were not or could not be examined.
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

    /// The time and the byte range of one video sample.
    public struct SampleReport: Sendable, Hashable, Codable {
        public var presentationTime: MediaTime
        /// The offset in bytes from the start of the segment.
        public var offset: Int
        /// The length in bytes.
        public var length: Int
        public var isSync: Bool
        /// The number of samples that follow it and are presented before it, according to their flags.
        public var leadingCount = 0
        /// The number of leading samples that cannot be decoded when decoding starts at this sample.
        public var skippedLeadingCount = 0
        /// The kind of recovery point of H.264 that the sample is; nil for other samples.
        package var recovery: RecoveryKind?

        /// A recovery point of H.264.
        package enum RecoveryKind: String, Sendable, Hashable, Codable {
            /// An I picture that starts an open GOP.
            case immediate
            /// The start of a gradual refresh.
            case gradual
        }

        /// Whether the sample is an I picture at which decoding can start.
        package var isIntraPoint: Bool { isSync || recovery == .immediate }

        /// The stream access point type (ISO/IEC 14496-12 annex I); 0 for none.
        public var accessPointType: Int {
            switch recovery {
            // Whether the leading pictures, if any, refer to earlier ones is unknown.
            case .immediate: return 3
            case .gradual: return 4
            case nil: break
            }
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

    /// The byte range of one movie fragment.
    public struct FragmentReport: Sendable, Hashable, Codable {
        /// The offset of the `moof` box, in bytes from the start of the segment.
        public var offset: Int
        /// The length of `moof` and `mdat` together, in bytes.
        public var length: Int
        /// The first video sample of the fragment; nil if it has no video.
        public var firstVideoSample: SampleReport?

        /// A report of one fragment.
        public init(offset: Int, length: Int, firstVideoSample: SampleReport?) {
            self.offset = offset
            self.length = length
            self.firstVideoSample = firstVideoSample
        }
    }
}
