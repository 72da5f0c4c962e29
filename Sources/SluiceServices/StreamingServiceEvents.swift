import Sluice

/// The events of a service. Ends with its run, and when the iterating task is cancelled.
public struct StreamingServiceEvents: AsyncSequence, Sendable {
    public typealias Element = StreamingServiceEvent
    public typealias Failure = Never
    private let buffer: EventObserver<StreamingServiceEvent>

    init(_ buffer: EventObserver<StreamingServiceEvent>) { self.buffer = buffer }

    public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer) }

    /// The iterator of the events.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let buffer: EventObserver<StreamingServiceEvent>

        public mutating func next() async -> StreamingServiceEvent? { await buffer.next() }
        public mutating func next(isolation actor: isolated (any Actor)?) async -> StreamingServiceEvent? {
            await buffer.next()
        }
    }
}
