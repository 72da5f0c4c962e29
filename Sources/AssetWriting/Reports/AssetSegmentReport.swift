public import Media

/// What a piece of segment data holds, for those who write playlists.
public struct AssetSegmentReport: Sendable, Hashable {
    /// Whether it describes tracks or holds media.
    public let segmentType: AssetSegmentType
    /// One report for each track that has samples in the segment; empty for initialization segments.
    public let trackReports: [AssetSegmentTrackReport]

    init(_ report: SegmentReport) {
        segmentType = report.kind == .initialization ? .initialization : .separable
        trackReports = report.tracks.map(AssetSegmentTrackReport.init)
    }
}

/// One track's part in a segment.
public struct AssetSegmentTrackReport: Sendable, Hashable {
    /// The track's `track_ID` in the movie, from 1, in the order in which the inputs were added.
    public let trackID: Int32
    public let mediaType: MediaType
    /// The presentation time of the sample that is presented first.
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

/// One sample and where its bytes are, what an I-frame playlist is made from.
public struct AssetSegmentReportSampleInformation: Sendable, Hashable {
    public let presentationTimeStamp: MediaTime
    /// Bytes from the beginning of the segment data.
    public let offset: Int
    /// The length in bytes.
    public let length: Int
    /// Whether decoding can begin here.
    public let isSyncSample: Bool

    init(_ report: SegmentReport.SampleReport) {
        presentationTimeStamp = report.presentationTime
        offset = report.offset
        length = report.length
        isSyncSample = report.isSync
    }
}
