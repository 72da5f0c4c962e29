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
    }

    /// All effects so far.
    public private(set) var all: [Effect] = []

    /// No effects yet.
    public init() {}

    /// Gives one payload on.
    public mutating func emit(_ payload: Output) { all.append(.emit(.payload(payload))) }
    /// Gives a message on.
    public mutating func emit(message: Message<Output>) { all.append(.emit(message)) }
    /// Asks the stages above for something.
    public mutating func request(_ request: UpstreamRequest) { all.append(.request(request)) }
    /// Tells the user about something that is not right but does not end the run.
    public mutating func warn(_ code: String, _ message: String) {
        all.append(.report(Problem(.warning, code: code, message: message)))
    }
    /// Tells the user that the output is not what was asked for; the run goes on and counts as failed.
    public mutating func fault(_ code: String, _ message: String) {
        all.append(.report(Problem(.error, code: code, message: message)))
    }
    /// Forgets all effects and keeps their memory.
    public mutating func removeAll() { all.removeAll(keepingCapacity: true) }
}
