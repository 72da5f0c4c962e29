import HTTPClient
import Media
import StageKit

/// The size and age of a push queue.
struct PushBacklog: Sendable, Equatable {
    var files = 0
    var bytes = 0
    var diskBytes = 0
    /// The age of the oldest queued file, in seconds.
    var seconds = 0.0

    init(_ queue: PushQueue, at now: MonotonicTime) {
        files = queue.latest.count
        (bytes, diskBytes) = (queue.memory - queue.items.count * PushQueue.overhead, queue.disk)
        let oldest = queue.media[queue.mediaStart...].first { queue.items[$0] != nil } ?? queue.listings.min()
        if let oldest = oldest.flatMap({ queue.items[$0] }) { seconds = (now - oldest.queued).seconds }
    }
}
