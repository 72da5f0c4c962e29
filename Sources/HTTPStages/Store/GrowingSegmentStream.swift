import HTTPServer
import Media
import Synchronization

/// A response that consists of the parts of a segment, each sent when it is published.
final class GrowingSegmentStream: ResponseStream {
    private let segment: GrowingSegment
    /// The number of parts that were sent.
    private let sent = Mutex(0)

    init(_ segment: GrowingSegment) { self.segment = segment }

    func start(_ ready: @escaping @Sendable () -> Void) {
        segment.add(self, ready)
        // Parts may have been published before.
        ready()
    }

    func next(at now: MonotonicTime) -> ByteSlice? {
        sent.withLock { sent in
            guard let part = segment.part(sent) else { return nil }
            sent += 1
            return part
        }
    }

    var isFinite: Bool { true }
    var hasEnded: Bool { segment.isComplete(after: sent.withLock { $0 }) }
    var hasFailed: Bool { segment.hasFailed }
    func cancel() { segment.remove(self) }
}
