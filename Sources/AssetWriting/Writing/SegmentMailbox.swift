import Packaging
import Media

/// Segments on their way to whoever iterates over them.
struct SegmentMailbox: Sendable {
    typealias Outcome = Result<AssetSegment?, AssetWriterError>

    /// Whether the program has asked for the sequence.
    var isWanted = false
    /// How many references to the sequence the program has.
    var consumerCount = 0
    var hasConsumer: Bool { consumerCount > 0 }
    private var waiting: [AssetSegment] = []
    private var start = 0
    private var end: Outcome?
    private var taker: (@Sendable (Outcome) -> Void)?

    /// Adds a segment; returns what wakes the one that waits for it.
    mutating func append(_ segment: AssetSegment) -> (@Sendable () -> Void)? {
        guard let taker else {
            waiting.append(segment)
            return nil
        }
        self.taker = nil
        return { taker(.success(segment)) }
    }

    /// Ends the sequence behind the segments that wait.
    mutating func close(_ outcome: Outcome) -> (@Sendable () -> Void)? {
        guard end == nil else { return nil }
        end = outcome
        return answer(outcome)
    }

    /// Takes the next segment, now or when there is one; also returns how many bytes left the mailbox.
    mutating func take(_ taker: @escaping @Sendable (Outcome) -> Void) -> (wake: (@Sendable () -> Void)?, bytes: Int) {
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
            // A failure is told once.
            self.end = .success(nil)
            return ({ taker(end) }, 0)
        }
        // One consumer: a second one ends the first.
        let first = answer(.success(nil))
        self.taker = taker
        return (first, 0)
    }

    /// Ends the waiting of a cancelled task.
    mutating func cancel() -> (@Sendable () -> Void)? { answer(.success(nil)) }

    private mutating func answer(_ outcome: Outcome) -> (@Sendable () -> Void)? {
        guard let taker else { return nil }
        self.taker = nil
        return { taker(outcome) }
    }
}
