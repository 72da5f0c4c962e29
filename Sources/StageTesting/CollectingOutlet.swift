public import StageKit
import Synchronization

/// An outlet that records the messages of a source or a processor.
public final class CollectingOutlet<Output: Payload>: Outlet {
    private struct State {
        var messages: [Message<Output>] = []
        var handler: (@Sendable (UpstreamRequest) -> Void)?
        var isClosed = false
    }
    private let state = Mutex(State())
    private let gate: Gate?
    private let limit: Int

    /// Creates an outlet that closes after `limit` messages; each `send` passes the gate first.
    public init(gate: Gate? = nil, limit: Int = .max) {
        self.gate = gate
        self.limit = limit
    }

    /// Records messages. Throws `CancellationError` once the outlet is closed.
    public func send(_ messages: [Message<Output>]) async throws {
        try await gate?.pass()
        for message in messages where !record(message) { throw CancellationError() }
    }

    public func offer(_ message: Message<Output>) -> Bool { record(message) }

    public func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {
        state.withLock { $0.handler = handler }
    }

    /// Sends an upstream request to the stage. Returns false when the stage has no request handler.
    @discardableResult
    public func request(_ request: UpstreamRequest) -> Bool {
        guard let handler = state.withLock({ $0.handler }) else { return false }
        handler(request)
        return true
    }

    /// Rejects further messages, as at the end of a run.
    public func close() { state.withLock { $0.isClosed = true } }

    /// All messages so far.
    public var messages: [Message<Output>] { state.withLock { $0.messages } }
    /// All payloads so far.
    public var payloads: [Output] { messages.compactMap(\.payload) }

    private func record(_ message: Message<Output>) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.messages.count < limit else { return false }
            state.messages.append(message)
            return true
        }
    }
}
