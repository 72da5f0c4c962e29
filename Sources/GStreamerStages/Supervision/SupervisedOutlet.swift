import Media
import StageKit
import Synchronization

/// Stands between a source that may be lost and the run: its tracks begin once and end once, and while it is away
/// something stands in for it.
final class SupervisedOutlet<Output: Payload>: Outlet {
    private struct State {
        var tracks: [Track] = []
        var fill: any LossFill<Output>
        /// Whether something stands in for the source.
        var isAway = false
        /// Where what stands in has come to, in nanoseconds.
        var floor = Int64.min
        /// Whether what stands in is on its way; what comes meanwhile is late.
        var isFilling = false
        var lastArrival: Int64?
        var left = LeftOut()
    }

    /// Payloads that were not given on.
    struct LeftOut: Hashable {
        /// They came after something had stood in for them.
        var late = 0
        /// Their times are nowhere near the clock.
        var astray = 0
    }

    /// How far ahead of the clock payloads may be, in nanoseconds: network sources keep seconds in hand.
    static var longestLead: Int64 { 5_000_000_000 }

    private let output: any Outlet<Output>
    private let clock: SupervisionClock
    private let state: Mutex<State>
    private let refused = Atomic<Bool>(false)

    init(_ output: any Outlet<Output>, clock: SupervisionClock, fill: any LossFill<Output>) {
        self.output = output
        self.clock = clock
        state = Mutex(State(fill: fill))
    }

    /// Whether the source has given anything yet.
    var hasBegun: Bool { state.withLock { $0.lastArrival != nil } }
    /// Whether nobody takes payloads any more.
    var isRefused: Bool { refused.load(ordering: .relaxed) }
    /// When the source gave something that was good.
    var lastArrival: Int64? { state.withLock { $0.lastArrival } }
    /// What was not given on since the last time this was asked.
    func takeLeftOut() -> LeftOut {
        state.withLock { state in
            defer { state.left = LeftOut() }
            return state.left
        }
    }

    func send(_ messages: [Message<Output>]) async throws {
        let passing = messages.flatMap { pass($0) }
        if !passing.isEmpty { try await output.send(passing) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        for message in pass(message) where !output.offer(message) {
            refused.store(true, ordering: .relaxed)
            return false
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// The source is away from now on.
    func lose() { state.withLock { $0.isAway = !$0.tracks.isEmpty } }

    /// Gives what stands in for the source up to `time`, in nanoseconds.
    func fill(until time: Int64) async throws {
        let messages: [Message<Output>] = state.withLock { state in
            guard state.isAway, time > state.floor else { return [] }
            state.floor = time
            state.isFilling = true
            return state.tracks.flatMap { state.fill.messages(for: $0, until: time, isReturn: false) }
        }
        defer { state.withLock { $0.isFilling = false } }
        if !messages.isEmpty { try await output.send(messages) }
    }

    /// Ends all tracks.
    func end() {
        let tracks = state.withLock { state in
            defer { state.tracks = [] }
            return state.tracks
        }
        for track in tracks { _ = output.offer(.end(track.id)) }
    }

    /// What goes on in the place of a message of the source.
    private func pass(_ message: Message<Output>) -> [Message<Output>] {
        state.withLock { state in
            switch message {
            case .track(let track): announce(track, &state)
            case .payload(let payload): admit(payload, &state)
            // It goes on when it is back; the supervisor ends tracks.
            case .end: []
            case .gap: [message]
            }
        }
    }

    private func announce(_ track: Track, _ state: inout State) -> [Message<Output>] {
        var track = track
        track.liveOrigin = clock.origin
        let index = state.tracks.firstIndex { $0.id == track.id }
        if let index, state.tracks[index] == track { return [] }
        if let index { state.tracks[index] = track } else { state.tracks.append(track) }
        state.fill.announce(track)
        return [.track(track)]
    }

    private func admit(_ payload: Output, _ state: inout State) -> [Message<Output>] {
        let now = clock.now()
        if let time = payload.linkTime {
            guard time <= now + Self.longestLead else {
                state.left.astray += 1
                return []
            }
            guard time >= state.floor, !state.isFilling else {
                state.left.late += 1
                return []
            }
        }
        state.lastArrival = now
        var messages: [Message<Output>] = []
        if state.isAway {
            state.isAway = false
            let time = payload.linkTime ?? now
            messages = state.tracks.flatMap { state.fill.messages(for: $0, until: time, isReturn: true) }
        }
        state.fill.note(payload)
        messages.append(.payload(payload))
        return messages
    }
}
