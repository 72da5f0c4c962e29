import StageKit
import Synchronization

/// An outlet that checks the order of a stage's output.
final class TrialOutlet<Output: Payload>: Outlet {
    private struct State {
        var order = OutputOrder<Output>()
        var handler: (@Sendable (UpstreamRequest) -> Void)?
        var isClosed = false
        var hasReturned = false
        var hasLateOutput = false
    }
    private let state = Mutex(State())
    private let onSend: @Sendable (Int) async throws -> Void
    private let onOffer: @Sendable (Int) -> Void

    /// Creates an outlet; the closures receive the number of payloads so far, after each send or offer.
    init(
        onTaken: @escaping @Sendable (Int) async throws -> Void = { _ in },
        onOffered: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.onSend = onTaken
        self.onOffer = onOffered
    }

    func send(_ messages: [Message<Output>]) async throws {
        let count: Int? = state.withLock { state in
            for message in messages where !Self.record(message, &state) { return nil }
            return state.order.payloads
        }
        guard let count else { throw CancellationError() }
        try await onSend(count)
    }

    func offer(_ message: Message<Output>) -> Bool {
        let count: Int? = state.withLock { Self.record(message, &$0) ? $0.order.payloads : nil }
        guard let count else { return false }
        onOffer(count)
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { state.withLock { $0.handler = handler } }

    /// Sends every kind of request that any stage may receive from below.
    func sendAllRequests() {
        guard let handler = state.withLock({ $0.handler }) else { return }
        handler(.keyframe(at: nil))
        handler(.slowDown)
    }

    /// Rejects further messages, as when a run is aborted.
    func close() { state.withLock { $0.isClosed = true } }
    /// Marks the stage as returned; later messages are violations.
    func end() { state.withLock { $0.hasReturned = true } }

    var order: OutputOrder<Output> { state.withLock { $0.order } }
    /// Returns whether the stage emits messages after it has returned, observed for 20 ms.
    func emitsAfterReturn() async -> Bool {
        await StageTrial.becomes(within: .milliseconds(20)) { self.state.withLock { $0.hasLateOutput } }
    }

    private static func record(_ message: Message<Output>, _ state: inout State) -> Bool {
        if state.hasReturned, !state.isClosed { state.hasLateOutput = true }
        guard !state.hasReturned, !state.isClosed else { return false }
        state.order.validate(message)
        return true
    }
}
