public import StageKit
import Synchronization

/// Gives a processor or a sink a fixed sequence of batches and keeps what it asks for.
public final class ScriptedInlet<Input: Payload>: Inlet {
    private struct State {
        var batches: ArraySlice<[Message<Input>]>
        var requests: [UpstreamRequest] = []
    }
    private let state: Mutex<State>
    private let gate: Gate?
    private let failure: (any Error)?

    /// An inlet that gives these batches and then ends, or throws `failure`; before each it passes the gate.
    public init(batches: [[Message<Input>]], gate: Gate? = nil, failure: (any Error)? = nil) {
        state = Mutex(State(batches: batches.filter { !$0.isEmpty }[...]))
        self.gate = gate
        self.failure = failure
    }

    /// An inlet that gives these messages in batches of at most `batchSize`.
    public convenience init(_ messages: [Message<Input>], batchSize: Int = .max, gate: Gate? = nil) {
        let size = max(1, min(batchSize, messages.count))
        let batches = stride(from: 0, to: messages.count, by: size).map {
            Array(messages[$0..<min($0 + size, messages.count)])
        }
        self.init(batches: batches, gate: gate)
    }

    public func receive() async throws -> [Message<Input>]? {
        try await gate?.pass()
        let batch = state.withLock { $0.batches.popFirst() }
        if batch == nil, let failure { throw failure }
        return batch
    }

    public func request(_ request: UpstreamRequest) { state.withLock { $0.requests.append(request) } }

    /// What was asked for so far.
    public var requests: [UpstreamRequest] { state.withLock { $0.requests } }
}
