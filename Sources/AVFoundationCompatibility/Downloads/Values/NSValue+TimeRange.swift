public import Foundation

extension NSValue {
    /// The time range of a value of ``AVAssetDownloadTask/loadedTimeRanges``; invalid for other values.
    public var timeRangeValue: CMTimeRange { (self as? TimeRangeValue)?.range ?? .invalid }
}
