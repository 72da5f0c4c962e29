import Foundation
import Synchronization

/// Metadata items that apply to a range of time.
open class AVTimedMetadataGroup: AVMetadataGroup, @unchecked Sendable {
    // Safe because the properties are behind a lock.
    let content: Mutex<(items: [AVMetadataItem], timeRange: CMTimeRange)>

    /// A group of items for a range of time.
    public init(items: [AVMetadataItem], timeRange: CMTimeRange) {
        content = Mutex((items, timeRange))
        super.init()
    }

    /// The range of time.
    open var timeRange: CMTimeRange { content.withLock { $0.timeRange } }
    open override var items: [AVMetadataItem] { content.withLock { $0.items } }
}
