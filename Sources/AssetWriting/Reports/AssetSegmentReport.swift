import Media

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
