import StageKit
import Synchronization

/// An inlet that can announce the open tracks and the newest headers again, for a stage that restarts.
///
/// Delivers one message at a time, so that a stage that fails loses one message instead of a whole batch, unless batches
/// are kept.
final class TrackReplayInlet<Input: Payload>: Inlet, PublicationInlet {
    private struct State {
        var open = OpenTracks()
        /// The newest payload of each header.
        var headers: [Message<Input>] = []
        var pending: [Message<Input>] = []

        mutating func record(_ message: Message<Input>) {
            open.record(message)
            guard case .payload(let payload) = message, let id = payload.headerID else { return }
            headers.removeAll { if case .payload(let header) = $0 { header.headerID == id } else { false } }
            headers.append(message)
        }
    }
    private let inlet: any Inlet<Input>
    private let state = Mutex(State())
    private let keepsBatches: Bool
    private let onReceive: @Sendable () -> Void

    /// `onReceive` is called when the stage asks for messages.
    init(_ inlet: any Inlet<Input>, keepsBatches: Bool = false, onReceive: @escaping @Sendable () -> Void = {}) {
        self.inlet = inlet
        self.keepsBatches = keepsBatches
        self.onReceive = onReceive
    }

    /// Announces all open tracks and headers again before the next message.
    func replayTracks() {
        state.withLock { $0.pending += $0.headers.reversed() + $0.open.announcements().reversed() }
    }

    /// The open tracks.
    var open: OpenTracks { state.withLock { $0.open } }

    func receive() async throws -> [Message<Input>]? {
        onReceive()
        if let next = next() { return [next] }
        guard let messages = try await inlet.receive() else { return nil }
        if keepsBatches {
            state.withLock { state in for message in messages { state.record(message) } }
            return messages
        }
        state.withLock { $0.pending = messages.reversed() }
        return next().map { [$0] }
    }

    func request(_ request: UpstreamRequest) { inlet.request(request) }

    func withhold(_ paths: Set<String>?) { (inlet as? any PublicationInlet)?.withhold(paths) }

    /// Discards messages, except for tracks and headers, until `isDue` returns true. Returns false if the input ends
    /// before.
    func discard(until isDue: () -> Bool) async throws -> Bool {
        while !isDue() {
            guard let messages = try await inlet.receive() else { return false }
            withhold(nil)
            state.withLock { state in for message in messages { state.record(message) } }
        }
        return true
    }

    /// Removes and returns the next message. `pending` is in reverse order, so this is its last element.
    private func next() -> Message<Input>? {
        state.withLock { state in
            guard let message = state.pending.popLast() else { return nil }
            state.record(message)
            return message
        }
    }
}
