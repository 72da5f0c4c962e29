public import Media

/// Where a stage puts what it makes.
public protocol Outlet<Output>: Sendable {
    associatedtype Output: Payload
    /// Gives messages on and waits while the link below is full. One call at a time.
    func send(_ messages: [Message<Output>]) async throws
    /// Gives one message on from a thread that is not Swift's; blocks, drops or fails as the source's policy says.
    ///
    /// Returns false when nobody takes messages any more: the caller should stop producing.
    func offer(_ message: Message<Output>) -> Bool
    /// Installs what answers requests from below; without it they go on upstream.
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void)
}

extension Outlet {
    /// Gives one message on.
    public func send(_ message: Message<Output>) async throws { try await send([message]) }
}

/// Where a stage takes what the stages above it made.
public protocol Inlet<Input>: Sendable {
    associatedtype Input: Payload
    /// The next messages, at least one; nil after the last. Throws when the run is being given up.
    func receive() async throws -> [Message<Input>]?
    /// Asks the stages above for something.
    func request(_ request: UpstreamRequest)
}

/// Something a stage asks of the stages above it.
public enum UpstreamRequest: Sendable, Hashable {
    /// Make the first picture at or after this time a sync sample; nil asks for the next one.
    case keyframe(at: MediaTime?)
    /// Make less, because this stage cannot keep up.
    case slowDown
    /// Go on where an earlier run was cut off; comes before the first payload.
    case resume(Resumption)
    /// Write media times that go on from an earlier run's.
    case continueTimeline(TimelineContinuation)
    /// Where a live source gives nothing, say so this long after its last payload at the latest: live playlists have to
    /// be renewed in time.
    case tellGaps(within: MediaTime)
    /// Let go of the oldest files, as far as players allow, until about so many bytes need no longer be kept.
    case release(bytes: Int)
}

/// What a transform wants done, in order.
public struct Effects<Output: Payload>: Sendable {
    /// One thing that is to be done.
    public enum Effect: Sendable {
        /// Give this on.
        case emit(Message<Output>)
        /// Ask the stages above.
        case request(UpstreamRequest)
        /// Tell the user.
        case report(Problem)
        /// Note a figure of the stage in place of its last value.
        case measure(String, Double)
        /// Call the stage's ``Transform/wake(at:_:)`` when the run's clock shows this; an earlier wish is forgotten.
        case wake(Wake)
    }

    /// When a stage wants to be called.
    public enum Wake: Sendable, Hashable {
        /// At this time of the run's clock.
        case at(MediaTime)
        /// So long from now on.
        case after(MediaTime)
    }

    // Messages lie side by side, so that they are the next stage's batch as they are.
    @usableFromInline var emitted: [Message<Output>] = []
    /// What is not a message, each with the number of messages before it.
    @usableFromInline var others: [(position: Int, effect: Effect)] = []

    /// No effects yet.
    public init() {}

    /// All effects so far.
    public var all: [Effect] {
        var result: [Effect] = []
        result.reserveCapacity(emitted.count + others.count)
        var next = 0
        for (index, message) in emitted.enumerated() {
            while next < others.count, others[next].position <= index {
                result.append(others[next].effect)
                next += 1
            }
            result.append(.emit(message))
        }
        result.append(contentsOf: others[next...].map(\.effect))
        return result
    }

    /// The messages to be given on, without the other effects.
    @inlinable public var messages: [Message<Output>] { emitted }
    /// The effects that are not messages.
    public var requestsAndReports: [Effect] { others.map(\.effect) }
    /// Whether there is any effect that is not a message.
    @inlinable public var hasRequestsOrReports: Bool { !others.isEmpty }

    /// Gives one payload on.
    @inlinable public mutating func emit(_ payload: Output) { emitted.append(.payload(payload)) }
    /// Gives a message on.
    @inlinable public mutating func emit(message: Message<Output>) { emitted.append(message) }
    /// Asks the stages above for something.
    public mutating func request(_ request: UpstreamRequest) { others.append((emitted.count, .request(request))) }
    /// Tells the user about something that is as it should be.
    public mutating func note(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.note, code: code, message: message))))
    }
    /// Tells the user about something that is not right but does not end the run.
    public mutating func warn(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.warning, code: code, message: message))))
    }
    /// Tells the user that the output is not what was asked for; the run goes on and counts as failed.
    public mutating func fault(_ code: String, _ message: String) {
        others.append((emitted.count, .report(Problem(.error, code: code, message: message))))
    }
    /// Notes a figure of the stage, such as `scenes-count`, in place of its last value; reports show it.
    ///
    /// The name has lower-case words with hyphens, the last one the unit.
    public mutating func measure(_ name: String, _ value: Double) {
        others.append((emitted.count, .measure(name, value)))
    }
    /// Asks for a call of ``Transform/wake(at:_:)`` once the run's clock shows `time`, in place of any call that was
    /// asked for before.
    public mutating func wake(at time: MediaTime) { others.append((emitted.count, .wake(.at(time)))) }
    /// Asks for a call of ``Transform/wake(at:_:)`` so long from now on, in place of any call that was asked for before;
    /// a millisecond is the least.
    public mutating func wake(after delay: MediaTime) { others.append((emitted.count, .wake(.after(delay)))) }
    /// Forgets all effects and keeps their memory.
    public mutating func removeAll() {
        emitted.removeAll(keepingCapacity: true)
        others.removeAll(keepingCapacity: true)
    }
}
