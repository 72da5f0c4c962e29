/// The output of a stage.
public protocol Outlet<Output>: Sendable {
    associatedtype Output: Payload
    /// Sends messages, and suspends while the link below is full. Must not be called concurrently.
    func send(_ messages: [Message<Output>]) async throws
    /// Sends one message from a thread outside the Swift concurrency pool. When the link is full, the source's
    /// `whenFull` policy decides whether the call blocks, drops the message or fails the run.
    ///
    /// Returns false when the run no longer accepts messages; the caller should stop producing.
    func offer(_ message: Message<Output>) -> Bool
    /// Installs a handler for upstream requests; without one, requests pass on to the stages above.
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void)
}

extension Outlet {
    /// Sends one message.
    public func send(_ message: Message<Output>) async throws { try await send([message]) }
}
