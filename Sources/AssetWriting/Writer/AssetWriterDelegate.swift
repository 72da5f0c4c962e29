public import Media

/// Receives what a writer without a file writes.
///
/// Implement one of the two methods; the second is preferred where both are there. Calls come one at a time, in
/// order, on the thread whose call finished the segment, and never while a lock is held: a delegate may call the
/// writer.
public protocol AssetWriterDelegate: AnyObject, Sendable {
    /// Takes segment data.
    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType)

    /// Takes segment data and what it holds.
    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?)
}

extension AssetWriterDelegate {
    /// Does nothing: the form with the report is the one that was implemented.
    public func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType
    ) {}

    /// Calls the form without the report.
    public func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }
}
