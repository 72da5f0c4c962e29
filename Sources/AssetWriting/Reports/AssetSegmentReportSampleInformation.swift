public import Media

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
