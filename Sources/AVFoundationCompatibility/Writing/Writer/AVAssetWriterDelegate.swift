import AssetWriting
public import Foundation

/// A receiver of the segments of a writer without a file.
///
/// Implement one of the two methods; if both are implemented, the one with a report is called. Calls arrive one at a
/// time, in order, on the thread whose call completed the segment, and with no lock held: a delegate may call the
/// writer. If neither method is implemented, the first segment fails the writer.
public protocol AVAssetWriterDelegate: AnyObject {
    /// Receives segment data.
    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType)

    /// Receives segment data and its report.
    func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?)
}

extension AVAssetWriterDelegate {
    /// Fails the writer: the type implements neither method.
    public func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType
    ) {
        writer.writer.fail(
            AssetWriterError(
                .lostReceiver,
                "the delegate does not implement assetWriter(_:didOutputSegmentData:segmentType:segmentReport:); "
                    + "implement it, or the method without segmentReport"))
    }

    /// Calls the method without a report.
    public func assetWriter(
        _ writer: AVAssetWriter, didOutputSegmentData segmentData: Data, segmentType: AVAssetSegmentType,
        segmentReport: AVAssetSegmentReport?
    ) {
        assetWriter(writer, didOutputSegmentData: segmentData, segmentType: segmentType)
    }
}
