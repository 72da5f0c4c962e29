import Packaging
import Media

/// A queue of segments for the consumer of the sequence.
struct SegmentQueue: Sendable {
    typealias Outcome = Result<AssetSegment?, AssetWriterError>

    /// Whether the program uses the sequence.
    var isInUse = false
    /// The number of references to the sequence.
    var consumerCount = 0
    var hasConsumer: Bool { consumerCount > 0 }
    private var waiting: [AssetSegment] = []
    private var start = 0
    private var end: Outcome?
    private var waitingConsumer: (@Sendable (Outcome) -> Void)?

    /// Enqueues a segment, or returns a call that delivers it to the waiting consumer.
    mutating func append(_ segment: AssetSegment) -> (@Sendable () -> Void)? {
        guard let waitingConsumer else {
            waiting.append(segment)
            return nil
        }
        self.waitingConsumer = nil
        return { waitingConsumer(.success(segment)) }
    }

    /// Ends the sequence after the queued segments.
    mutating func close(_ outcome: Outcome) -> (@Sendable () -> Void)? {
        guard end == nil else { return nil }
        end = outcome
        return resumeConsumer(outcome)
    }

    /// Delivers the next segment to `taker`, now or when there is one. Also returns the number of dequeued bytes.
    mutating func dequeue(_ taker: @escaping @Sendable (Outcome) -> Void) -> (wake: (@Sendable () -> Void)?, bytes: Int)
    {
        if start < waiting.count {
            let segment = waiting[start]
            start += 1
            if start == waiting.count {
                waiting.removeAll()
                start = 0
            }
            return ({ taker(.success(segment)) }, segment.data.count)
        }
        if let end {
            // A failure is returned once.
            self.end = .success(nil)
            return ({ taker(end) }, 0)
        }
        // There is one consumer: a second one ends the wait of the first.
        let first = resumeConsumer(.success(nil))
        self.waitingConsumer = taker
        return (first, 0)
    }

    /// Ends the wait of a cancelled task.
    mutating func cancel() -> (@Sendable () -> Void)? { resumeConsumer(.success(nil)) }

    private mutating func resumeConsumer(_ outcome: Outcome) -> (@Sendable () -> Void)? {
        guard let waitingConsumer else { return nil }
        self.waitingConsumer = nil
        return { waitingConsumer(outcome) }
    }
}
