import Media
import StageKit
import Synchronization

/// An outlet that stores all messages, and may stop accepting after a number of payloads.
final class Collector<Output: Payload>: Outlet {
    private struct State {
        var messages: [Message<Output>] = []
        var payloadCount = 0
        var handler: (@Sendable (UpstreamRequest) -> Void)?
    }
    private let state = Mutex(State())
    private let limit: Int
    private let onPayload: @Sendable (Int) -> Void

    /// Calls `onPayload` with the number of payloads so far; accepts at most `limit`.
    init(limit: Int = .max, onPayload: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.limit = limit
        self.onPayload = onPayload
    }

    func send(_ messages: [Message<Output>]) async throws {
        for message in messages { _ = offer(message) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        let count: Int? = state.withLock { state in
            if case .payload = message {
                guard state.payloadCount < limit else { return nil }
                state.payloadCount += 1
            }
            state.messages.append(message)
            return state.payloadCount
        }
        guard let count else { return false }
        if case .payload = message { onPayload(count) }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { state.withLock { $0.handler = handler } }
    func request(_ request: UpstreamRequest) { state.withLock { $0.handler }?(request) }

    var messages: [Message<Output>] { state.withLock { $0.messages } }
    var payloads: [Output] {
        messages.compactMap { message in
            if case .payload(let payload) = message { return payload }
            return nil
        }
    }
    var tracks: [Track] {
        messages.compactMap { message in
            if case .track(let track) = message { return track }
            return nil
        }
    }
    var endedTracks: [Track.ID] {
        messages.compactMap { message in
            if case .end(let id) = message { return id }
            return nil
        }
    }

    func payloads(of id: Track.ID) -> [Output] { payloads.filter { $0.trackID == id } }
}

/// An inlet that returns predefined messages.
final class QueuedInlet<Input: Payload>: Inlet {
    private let batches: Mutex<[[Message<Input>]]>
    let requests = Mutex<[UpstreamRequest]>([])

    init(_ messages: [Message<Input>], batch: Int = 8) {
        let batches = stride(from: 0, to: messages.count, by: batch).map {
            Array(messages[$0..<min($0 + batch, messages.count)])
        }
        self.batches = Mutex(batches.reversed())
    }

    func receive() async throws -> [Message<Input>]? { batches.withLock { $0.popLast() } }
    func request(_ request: UpstreamRequest) { requests.withLock { $0.append(request) } }
}

/// Stores the problems that stages report.
final class Reports: Sendable {
    private let all = Mutex<[Problem]>([])
    var problems: [Problem] { all.withLock { $0 } }
    func add(_ problem: Problem) { all.withLock { $0.append(problem) } }
}

extension StageContext {
    /// A context for a single stage.
    static func alone(stop: StopSignal = StopSignal(), reports: Reports = Reports()) -> StageContext {
        StageContext(stageName: "stage", stop: stop, reporter: { reports.add($0) })
    }
}

/// A counter that starts at 0.
final class Counter: Sendable {
    private let value = Mutex(0)
    var current: Int { value.withLock { $0 } }
    func add(_ count: Int) { value.withLock { $0 += count } }
    func next() -> Int {
        value.withLock { value in
            defer { value += 1 }
            return value
        }
    }
}
