import AssetWriting
import Foundation

/// Forwards segments to the delegate of a program.
final class SegmentForwarder: AssetWriterDelegate {
    private let writer: AVAssetWriter
    // Safe because segments are forwarded one at a time, as AVFoundation does: the class of the delegate need not be
    // Sendable.
    nonisolated(unsafe) private let delegate: any AVAssetWriterDelegate

    init(from writer: AVAssetWriter, to delegate: any AVAssetWriterDelegate) {
        self.writer = writer
        self.delegate = delegate
    }

    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) {
        var data = Data(capacity: segmentData.count)
        for slice in segmentData.slices { slice.withUnsafeBytes { data.append(contentsOf: $0) } }
        delegate.assetWriter(
            self.writer, didOutputSegmentData: data, segmentType: AVAssetSegmentType(segmentType),
            segmentReport: segmentReport.map(AVAssetSegmentReport.init))
    }
}
