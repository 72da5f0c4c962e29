public import StageKit
import Synchronization

/// An inlet with a fixed sequence of batches. Records the upstream requests of a processor or a sink.
public final class ScriptedInlet<Input: Payload>: Inlet {
    private struct State {
        var batches: ArraySlice<[Message<Input>]>
        var requests: [UpstreamRequest] = []
    }
    private let state: Mutex<State>
    private let gate: Gate?
    private let failure: (any Error)?

    /// Creates an inlet that supplies these batches and then ends, or throws `failure`; each `receive` passes the gate
    /// first.
    public init(batches: [[Message<Input>]], gate: Gate? = nil, failure: (any Error)? = nil) {
        state = Mutex(State(batches: batches.filter { !$0.isEmpty }[...]))
        self.gate = gate
        self.failure = failure
    }

    /// Creates an inlet that supplies these messages in batches of at most `batchSize`.
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

    /// The recorded upstream requests.
    public var requests: [UpstreamRequest] { state.withLock { $0.requests } }
}
