import AssetWriting
public import Foundation

/// The tracks, times and durations in segment data, for writing playlists.
public final class AVAssetSegmentReport: NSObject, Sendable {
    /// The type of the segment data.
    public let segmentType: AVAssetSegmentType
    /// One report for each track with samples in the segment; empty for initialization segments.
    public let trackReports: [AVAssetSegmentTrackReport]

    init(_ report: AssetSegmentReport) {
        segmentType = AVAssetSegmentType(report.segmentType)
        trackReports = report.trackReports.map(AVAssetSegmentTrackReport.init)
    }
}

extension AVAssetSegmentType {
    init(_ type: AssetSegmentType) { self = type == .initialization ? .initialization : .separable }
}
