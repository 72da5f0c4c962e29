import StageKit
import Synchronization

/// An inlet that can announce the open tracks and the newest headers again, for a stage that restarts.
///
/// Delivers one message at a time, so that a stage that fails loses one message instead of a whole batch.
final class TrackReplayInlet<Input: Payload>: Inlet {
    private struct State {
        var open = OpenTracks()
        /// The newest payload of each header.
        var headers: [Message<Input>] = []
        var pending: [Message<Input>] = []
    }
    private let inlet: any Inlet<Input>
    private let state = Mutex(State())

    init(_ inlet: any Inlet<Input>) { self.inlet = inlet }

    /// Announces all open tracks and headers again before the next message.
    func replayTracks() {
        state.withLock { $0.pending += $0.headers.reversed() + $0.open.announcements().reversed() }
    }

    /// The open tracks.
    var open: OpenTracks { state.withLock { $0.open } }

    func receive() async throws -> [Message<Input>]? {
        if let next = next() { return [next] }
        guard let messages = try await inlet.receive() else { return nil }
        state.withLock { $0.pending = messages.reversed() }
        return next().map { [$0] }
    }

    func request(_ request: UpstreamRequest) { inlet.request(request) }

    /// Removes and returns the next message. `pending` is in reverse order, so this is its last element.
    private func next() -> Message<Input>? {
        state.withLock { state in
            guard let message = state.pending.popLast() else { return nil }
            state.open.record(message)
            if case .payload(let payload) = message, let id = payload.headerID {
                state.headers.removeAll { if case .payload(let header) = $0 { header.headerID == id } else { false } }
                state.headers.append(message)
            }
            return message
        }
    }
}
