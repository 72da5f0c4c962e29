public import Media

/// The tracks, times and durations in a piece of segment data, for writing playlists.
public struct AssetSegmentReport: Sendable, Hashable {
    /// The type of the segment data: initialization segment or media.
    public let segmentType: AssetSegmentType
    /// One report for each track with samples in the segment; empty for initialization segments.
    public let trackReports: [AssetSegmentTrackReport]

    init(_ report: SegmentReport) {
        segmentType = report.kind == .initialization ? .initialization : .separable
        trackReports = report.tracks.map(AssetSegmentTrackReport.init)
    }
}

/// The part of one track in a segment.
public struct AssetSegmentTrackReport: Sendable, Hashable {
    /// The track's `track_ID`: from 1, in the order of the writer's inputs.
    public let trackID: Int32
    public let mediaType: MediaType
    /// The earliest presentation time of the samples.
    public let earliestPresentationTimeStamp: MediaTime
    /// The sum of the sample durations.
    public let duration: MediaTime
    /// The first video sample of the segment; nil for other media.
    public let firstVideoSampleInformation: AssetSegmentReportSampleInformation?

    init(_ report: SegmentReport.TrackReport) {
        trackID = Int32(clamping: report.trackID.rawValue)
        mediaType = report.mediaType
        earliestPresentationTimeStamp = report.earliestPresentationTime
        duration = report.duration
        firstVideoSampleInformation = report.firstVideoSample.map(AssetSegmentReportSampleInformation.init)
    }
}

/// The presentation time and byte range of a sample, for I-frame playlists.
public struct AssetSegmentReportSampleInformation: Sendable, Hashable {
    public let presentationTimeStamp: MediaTime
    /// The byte offset from the start of the segment data.
    public let offset: Int
    /// The length in bytes.
    public let length: Int
    /// Whether decoding can start at this sample.
    public let isSyncSample: Bool

    init(_ report: SegmentReport.SampleReport) {
        presentationTimeStamp = report.presentationTime
        offset = report.offset
        length = report.length
        isSyncSample = report.isSync
    }
}
