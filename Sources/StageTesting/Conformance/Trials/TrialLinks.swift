import StageKit
import Synchronization

/// An inlet that supplies the input of a check in batches, and returns nil repeatedly after the end.
final class TrialInlet<Input: Payload>: Inlet {
    private struct State {
        var hasAnnounced = false
        var suppliedCount = 0
        var isEnded = false
        var receivesAfterEnd = 0
    }
    private let input: TrialInput<Input>?
    private let count: Int
    private let onSupply: @Sendable (Int) async throws -> Void
    private let state = Mutex(State())

    /// Creates an inlet with `count` payloads of an input, or without any messages if the input is nil. `onSupply`
    /// receives the number of payloads supplied so far, before each batch.
    init(_ input: TrialInput<Input>?, count: Int, onGiven: @escaping @Sendable (Int) async throws -> Void = { _ in }) {
        self.input = input
        self.count = count
        self.onSupply = onGiven
    }

    /// Whether the stage keeps calling `receive` after the end.
    var receivesForever: Bool { state.withLock { $0.receivesAfterEnd > 100 } }

    func receive() async throws -> [Message<Input>]? {
        try Task.checkCancellation()
        try await onSupply(state.withLock { $0.suppliedCount })
        let next: Range<Int>? = state.withLock { state in
            guard let input, !state.isEnded else {
                state.receivesAfterEnd += 1
                return nil
            }
            if !state.hasAnnounced, !input.tracks.isEmpty {
                state.hasAnnounced = true
                return 0..<0
            }
            let range = state.suppliedCount..<min(state.suppliedCount + 16, count)
            state.suppliedCount = range.upperBound
            if range.isEmpty { state.isEnded = true }
            return range.isEmpty && input.tracks.isEmpty ? nil : range
        }
        if receivesForever { throw CancellationError() }
        guard let input, let next else { return nil }
        if !next.isEmpty { return input.payloads(next) }
        return state.withLock { $0.isEnded } ? input.ends : input.announcements
    }

    func request(_ request: UpstreamRequest) {}
}

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
