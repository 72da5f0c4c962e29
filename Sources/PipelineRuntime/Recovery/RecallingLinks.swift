import StageKit
import Synchronization

/// An inlet that can announce the open tracks again, for a stage that begins anew.
final class RecallingInlet<Input: Payload>: Inlet {
    private struct State {
        var open = OpenTracks<Input>()
        var first: [Message<Input>] = []
    }
    private let inlet: any Inlet<Input>
    private let state = Mutex(State())

    init(_ inlet: any Inlet<Input>) { self.inlet = inlet }

    /// The next messages are the announcements of all open tracks.
    func beginAgain() { state.withLock { $0.first = $0.open.announcements } }

    /// The tracks that are open.
    var open: OpenTracks<Input> { state.withLock { $0.open } }

    func receive() async throws -> [Message<Input>]? {
        let first = state.withLock { state in
            defer { state.first = [] }
            return state.first
        }
        if !first.isEmpty { return first }
        guard let messages = try await inlet.receive() else { return nil }
        state.withLock { state in for message in messages { state.open.note(message) } }
        return messages
    }

    func request(_ request: UpstreamRequest) { inlet.request(request) }
}

/// An outlet that knows which tracks are open below.
final class RecallingOutlet<Output: Payload>: Outlet {
    private let outlet: any Outlet<Output>
    private let tracks = Mutex(OpenTracks<Output>())

    init(_ outlet: any Outlet<Output>) { self.outlet = outlet }

    /// The tracks that are open.
    var open: OpenTracks<Output> { tracks.withLock { $0 } }

    func send(_ messages: [Message<Output>]) async throws {
        tracks.withLock { tracks in for message in messages { tracks.note(message) } }
        try await outlet.send(messages)
    }

    func offer(_ message: Message<Output>) -> Bool {
        tracks.withLock { $0.note(message) }
        return outlet.offer(message)
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { outlet.onRequest(handler) }
}
