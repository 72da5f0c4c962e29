import Dispatch

/// A sequence with one element each time an input is ready.
public struct MediaDataRequests: AsyncSequence, Sendable {
    public typealias Element = Void
    public typealias Failure = Never

    let input: AssetWriterInput

    public func makeAsyncIterator() -> Iterator { Iterator(input: input) }

    /// An iterator that waits for readiness.
    public struct Iterator: AsyncIteratorProtocol {
        let input: AssetWriterInput

        /// Returns when the input is ready; nil when it will not be ready again or the task is cancelled.
        public func next() async -> Void? {
            guard let (engine, index) = input.attachment else { return nil }
            return await engine.waitUntilReady(index) ? () : nil
        }
    }
}
