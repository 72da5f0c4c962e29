public import Media

/// An initialization segment or a media segment of one rendition, with its report.
public struct Segment: Sendable {
    /// What a segment holds.
    public enum Kind: String, Sendable, Hashable {
        /// The file type and movie boxes.
        case initialization
        /// One or more movie fragments, each with its media data.
        case separable
    }

    /// The rendition it is a part of.
    public var rendition: Rendition
    public var kind: Kind
    /// The number of the media segment within its rendition, from 0; 0 for initialization segments.
    public var index: Int
    public var data: ByteRope
    public var report: SegmentReport

    /// A segment of `rendition`.
    public init(rendition: Rendition, kind: Kind, index: Int, data: ByteRope, report: SegmentReport) {
        self.rendition = rendition
        self.kind = kind
        self.index = index
        self.data = data
        self.report = report
    }
}

/// The tracks that are packaged together under one media playlist.
public struct Rendition: Sendable, Hashable, Identifiable {
    /// The name that files and playlists are called by, unique in a presentation, such as `video`.
    public var id: String
    /// The tracks, video first.
    public var tracks: [Track]
    /// The segment duration that is aimed at.
    public var interval: MediaTime

    /// A rendition of these tracks.
    public init(id: String, tracks: [Track], interval: MediaTime) {
        self.id = id
        self.tracks = tracks
        self.interval = interval
    }

    /// Video where one of the tracks is.
    public var mediaType: MediaType {
        tracks.contains { $0.mediaType == .video } ? .video : tracks.first?.mediaType ?? .video
    }
}

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

extension Segment: Payload {
    public static var payloadName: String { "segment" }
    public var trackID: Track.ID? { nil }
    public var byteCount: Int { data.count }
    public var linkTime: Int64? { report.tracks.first.map { $0.earliestPresentationTime.nanoseconds } }
}
