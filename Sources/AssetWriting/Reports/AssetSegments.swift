/// The segments of a writer in order, for `for try await`.
///
/// The sequence is for one consumer, throws the writer's error when writing fails and ends when it completes or is
/// cancelled. Segments wait here until they are taken; while more than 64 MiB wait, no input is ready.
public struct AssetSegments: AsyncSequence, Sendable {
    public typealias Element = AssetSegment
    public typealias Failure = AssetWriterError

    let engine: WritingEngine

    public func makeAsyncIterator() -> Iterator { Iterator(engine: engine) }

    /// Takes one segment after another.
    public struct Iterator: AsyncIteratorProtocol {
        let engine: WritingEngine

        /// The next segment; nil after the last one and when the task is cancelled.
        public func next() async throws(AssetWriterError) -> AssetSegment? { try await engine.nextSegment() }
    }
}
