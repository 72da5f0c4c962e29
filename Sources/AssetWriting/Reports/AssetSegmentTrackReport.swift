public import Media

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
