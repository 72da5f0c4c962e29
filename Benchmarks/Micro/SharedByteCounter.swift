import AssetWriting
import Packaging
import Media
import Synchronization

/// A writer delegate that counts shared bytes and discards the segments.
final class SharedByteCounter: AssetWriterDelegate {
    private let counted: Mutex<SharedBytes>

    init(_ storage: ByteStorage) { counted = Mutex(SharedBytes(storage)) }

    /// The bytes counted so far.
    var tally: SharedBytes { counted.withLock { $0 } }

    func assetWriter(
        _ writer: AssetWriter, didOutputSegmentData segmentData: ByteRope, segmentType: AssetSegmentType,
        segmentReport: AssetSegmentReport?
    ) {
        counted.withLock { $0.add(segmentData) }
    }
}
