import StageKit
import Synchronization

/// An inlet that can announce the open tracks again, for a stage that restarts.
///
/// Delivers one message at a time, so that a stage that fails loses one message instead of a whole batch.
final class TrackReplayInlet<Input: Payload>: Inlet {
    private struct State {
        var open = OpenTracks<Input>()
        var pending: [Message<Input>] = []
    }
    private let inlet: any Inlet<Input>
    private let state = Mutex(State())

    init(_ inlet: any Inlet<Input>) { self.inlet = inlet }

    /// Announces all open tracks again before the next message.
    func replayTracks() { state.withLock { $0.pending += $0.open.announcements.reversed() } }

    /// The open tracks.
    var open: OpenTracks<Input> { state.withLock { $0.open } }

    func receive() async throws -> [Message<Input>]? {
        if let next = next() { return [next] }
        guard let messages = try await inlet.receive() else { return nil }
        state.withLock { $0.pending = messages.reversed() }
        return next().map { [$0] }
    }

    func request(_ request: UpstreamRequest) { inlet.request(request) }

    /// Removes and returns the next message. `waiting` is in reverse order, so this is its last element.
    private func next() -> Message<Input>? {
        state.withLock { state in
            guard let message = state.pending.popLast() else { return nil }
            state.open.record(message)
            return message
        }
    }
}

/// An outlet that records the open tracks.
final class TrackRecordingOutlet<Output: Payload>: Outlet {
    private let outlet: any Outlet<Output>
    private let tracks = Mutex(OpenTracks<Output>())

    init(_ outlet: any Outlet<Output>) { self.outlet = outlet }

    /// The open tracks.
    var open: OpenTracks<Output> { tracks.withLock { $0 } }

    func send(_ messages: [Message<Output>]) async throws {
        tracks.withLock { tracks in for message in messages { tracks.record(message) } }
        try await outlet.send(messages)
    }

    func offer(_ message: Message<Output>) -> Bool {
        tracks.withLock { $0.record(message) }
        return outlet.offer(message)
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { outlet.onRequest(handler) }
}
