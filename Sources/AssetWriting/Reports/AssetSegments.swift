public import Packaging

/// The segments of a writer in order, for `for try await`.
///
/// The sequence is for one consumer, throws the writer's error when writing fails and ends when it completes or is
/// cancelled. Segments wait here until they are consumed; while more than 64 MiB wait, no input is ready, and a program
/// that has released the sequence by then fails the writer.
public struct AssetSegments: AsyncSequence, Sendable {
    public typealias Element = AssetSegment
    public typealias Failure = AssetWriterError

    private let consumer: SegmentConsumer

    init(_ engine: WritingEngine) { consumer = SegmentConsumer(engine) }

    public func makeAsyncIterator() -> Iterator { Iterator(consumer: consumer) }

    /// Returns one segment after another.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let consumer: SegmentConsumer

        /// The next segment; nil after the last one and when the task is cancelled.
        public func next() async throws(AssetWriterError) -> AssetSegment? { try await consumer.engine.nextSegment() }
    }
}

/// A program's reference to the sequence of segments, counted so that a full mailbox without a consumer is noticed.
private final class SegmentConsumer: Sendable {
    let engine: WritingEngine

    init(_ engine: WritingEngine) {
        self.engine = engine
        engine.perform { state in
            state.mailbox.isWanted = true
            state.changeConsumers(by: 1)
        }
    }

    deinit { engine.perform { $0.changeConsumers(by: -1) } }
}
