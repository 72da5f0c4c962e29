public import PipelineRuntime

/// The events of a run. Ends after `PipelineEvent.ended`, and when the iterating task is cancelled.
public struct PipelineEvents: AsyncSequence, Sendable {
    public typealias Element = PipelineEvent
    public typealias Failure = Never
    private let observer: EventObserver<PipelineEvent>

    init(_ observer: EventObserver<PipelineEvent>) { self.observer = observer }

    public func makeAsyncIterator() -> Iterator { Iterator(observer: observer) }

    /// The iterator of the events.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let observer: EventObserver<PipelineEvent>

        public mutating func next() async -> PipelineEvent? { await observer.next() }
        public mutating func next(isolation actor: isolated (any Actor)?) async -> PipelineEvent? {
            await observer.next()
        }
    }
}
