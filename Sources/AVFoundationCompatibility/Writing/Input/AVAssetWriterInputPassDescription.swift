import AssetWriting
public import Foundation

/// The media that an encoder requests for one pass.
public final class AVAssetWriterInputPassDescription: NSObject, Sendable {
    /// The source time ranges to append, in order; from zero without end in the first pass.
    ///
    /// The elements are ranges instead of `NSValue`s, and have the property `timeRangeValue` too.
    public let sourceTimeRanges: [CMTimeRange]

    init(_ description: AssetWriting.AssetWriterInputPassDescription) {
        sourceTimeRanges = description.sourceTimeRanges.map { range in
            CMTimeRange(
                start: CMTime(range.start),
                duration: range.duration.isIndefinite ? .positiveInfinity : CMTime(range.duration))
        }
    }
}
