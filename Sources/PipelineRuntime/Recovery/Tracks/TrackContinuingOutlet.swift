import Media
import StageKit
import Synchronization

/// The outlet of a source that may restart. Discards payloads that are not later than the last one sent.
final class TrackContinuingOutlet<Output: Payload>: Outlet {
    private struct State {
        var open = OpenTracks<Output>()
        var last: MediaInstant?
        var continuation: TrackContinuation<Output>?
    }
    private let outlet: any Outlet<Output>
    private let state = Mutex(State())

    init(_ outlet: any Outlet<Output>) { self.outlet = outlet }

    /// Prepares for a restarted source with the same tracks.
    func prepareForRestart() {
        state.withLock { $0.continuation = TrackContinuation($0.open.tracks.map(\.id), after: $0.last) }
    }

    func send(_ messages: [Message<Output>]) async throws {
        let admitted = admit(messages)
        if !admitted.isEmpty { try await outlet.send(admitted) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        for message in admit([message]) where !outlet.offer(message) { return false }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { outlet.onRequest(handler) }

    private func admit(_ messages: [Message<Output>]) -> [Message<Output>] {
        state.withLock { state in
            var admitted = messages
            if var succession = state.continuation {
                admitted = succession.admit(messages)
                state.continuation = succession.isComplete ? nil : succession
            }
            for message in admitted {
                state.open.record(message)
                guard case .payload(let payload) = message, let time = payload.linkTime else { continue }
                state.last = max(state.last ?? time, time)
            }
            return admitted
        }
    }
}
