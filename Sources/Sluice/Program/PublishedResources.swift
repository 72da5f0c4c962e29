public import StageKit

/// The resources that a sink publishes, in the order of publication. Ends with the run.
///
/// The pipeline waits for the program: a live source drops media by its `when-full` policy when the program is too slow.
/// One task iterates. When that task is cancelled, the remaining resources are discarded with a warning; use
/// ``Pipeline/onResource(of:_:)`` to receive all of them while a cancelled pipeline drains.
public struct PublishedResources: AsyncSequence, Sendable {
    public typealias Element = Resource
    public typealias Failure = Never
    private let channel: ProgramChannel<Resource>

    init(_ channel: ProgramChannel<Resource>) { self.channel = channel }

    public func makeAsyncIterator() -> Iterator { Iterator(channel: channel) }

    /// The iterator of the resources.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
        fileprivate let channel: ProgramChannel<Resource>
        private var received: ArraySlice<Resource> = []

        fileprivate init(channel: ProgramChannel<Resource>) { self.channel = channel }

        public mutating func next() async -> Resource? {
            if received.isEmpty {
                do {
                    received = try await channel.next()?[...] ?? []
                } catch {
                    channel.close(discarding: true)
                }
            }
            return received.popFirst()
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async -> Resource? { await next() }
    }
}
