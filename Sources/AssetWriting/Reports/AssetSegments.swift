public import Packaging

/// The segments of a writer in order, for `for try await`.
///
/// For one consumer. Throws the writer's error when writing fails, and ends when writing completes or is cancelled.
/// Segments are buffered until they are consumed: while more than 64 MiB are buffered no input is ready, and if the
/// program has released the sequence by then, the writer fails.
public struct AssetSegments: AsyncSequence, Sendable {
    public typealias Element = AssetSegment
    public typealias Failure = AssetWriterError

    private let consumer: SegmentConsumer

    init(_ engine: WritingEngine) { consumer = SegmentConsumer(engine) }

    public func makeAsyncIterator() -> Iterator { Iterator(consumer: consumer) }

    /// An iterator over the segments.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let consumer: SegmentConsumer

        /// Returns the next segment; nil after the last one and when the task is cancelled.
        public func next() async throws(AssetWriterError) -> AssetSegment? { try await consumer.engine.nextSegment() }
    }
}

/// A counted reference to the segment sequence, so that a full queue without a consumer is detected.
private final class SegmentConsumer: Sendable {
    let engine: WritingEngine

    init(_ engine: WritingEngine) {
        self.engine = engine
        engine.perform { state in
            state.segmentQueue.isInUse = true
            state.updateConsumerCount(by: 1)
        }
    }

    deinit { engine.perform { $0.updateConsumerCount(by: -1) } }
}
