import AssetWriting
public import Foundation

/// The part of one track in a segment.
public final class AVAssetSegmentTrackReport: NSObject, Sendable {
    /// The identifier of the track: from 1, in the order of the writer's inputs.
    public let trackID: CMPersistentTrackID
    public let mediaType: AVMediaType
    /// The earliest presentation time of the samples.
    public let earliestPresentationTimeStamp: CMTime
    /// The sum of the sample durations.
    public let duration: CMTime
    /// The first video sample of the segment; nil for other media.
    public let firstVideoSampleInformation: AVAssetSegmentReportSampleInformation?

    init(_ report: AssetSegmentTrackReport) {
        trackID = report.trackID
        mediaType = AVMediaType(report.mediaType)
        earliestPresentationTimeStamp = CMTime(report.earliestPresentationTimeStamp)
        duration = CMTime(report.duration)
        firstVideoSampleInformation = report.firstVideoSampleInformation.map(AVAssetSegmentReportSampleInformation.init)
    }
}
