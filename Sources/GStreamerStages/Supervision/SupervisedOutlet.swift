import Media
import StageKit
import Synchronization

/// Stands between a source that may be lost and the run: its tracks begin once and end once, and while one of them
/// does not come something stands in for it.
final class SupervisedOutlet<Output: Payload>: Outlet {
    private struct State {
        var tracks: [SupervisedTrack] = []
        var fill: any LossFill<Output>
        var hasBegun = false
        /// How long those below can wait for a payload or a gap, in nanoseconds; nil where nobody has said.
        var patience: Int64?
        var left = LeftOut()

        func index(of id: Track.ID?) -> Int? { tracks.firstIndex { $0.track.id == id } }
    }

    /// Payloads that were not given on.
    struct LeftOut: Hashable {
        /// They came after something had stood in for them.
        var late = 0
        /// Their times are nowhere near the clock.
        var astray = 0
    }

    /// How far ahead of the clock, or behind what has stood in, payloads may be, in nanoseconds: network sources keep
    /// seconds in hand.
    static var longestLead: Int64 { 5_000_000_000 }

    private let output: any Outlet<Output>
    private let clock: SupervisionClock
    /// How long nothing comes from a track that is missing, in nanoseconds.
    private let limit: Int64
    private let state: Mutex<State>
    private let refused = Atomic<Bool>(false)

    init(_ output: any Outlet<Output>, clock: SupervisionClock, fill: any LossFill<Output>, limit: Int64) {
        self.output = output
        self.clock = clock
        self.limit = limit
        state = Mutex(State(fill: fill))
    }

    /// Whether the source has given anything yet.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// Whether nobody takes payloads any more.
    var isRefused: Bool { refused.load(ordering: .relaxed) }
    /// When the source gave something that was good, on whatever track.
    var lastArrival: Int64? {
        let now = clock.now()
        return state.withLock { state in
            state.hasBegun ? state.tracks.map { $0.lastArrival(at: now) }.max() : nil
        }
    }
    /// What was not given on since the last time this was asked.
    func takeLeftOut() -> LeftOut {
        state.withLock { state in
            defer { state.left = LeftOut() }
            return state.left
        }
    }
    /// The media types of the tracks for which something has stood in for longer than the limit.
    func missing(at now: Int64) -> [MediaType] {
        state.withLock { state in
            state.tracks.filter { $0.away(at: now) >= limit }.map(\.track.mediaType)
        }
    }

    func send(_ messages: [Message<Output>]) async throws {
        let passing = messages.map { pass($0) }
        defer { for passage in passing { passed(passage.payload) } }
        let all = passing.flatMap(\.messages)
        if !all.isEmpty { try await output.send(all) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        let passage = pass(message)
        defer { passed(passage.payload) }
        for message in passage.messages where !output.offer(message) {
            refused.store(true, ordering: .relaxed)
            return false
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// Answers what those below ask of live sources.
    func answerRequests() {
        output.onRequest { [weak self] request in
            guard case .tellGaps(let patience) = request else { return }
            self?.state.withLock { $0.patience = min($0.patience ?? .max, patience.nanoseconds) }
        }
    }

    /// The source is away from now on.
    func lose() {
        let now = clock.now()
        state.withLock { state in
            for index in state.tracks.indices { state.tracks[index].lose(at: now) }
            state.fill.release()
        }
    }

    /// Gives what stands in for what does not come, up to `time`, in nanoseconds.
    func fill(until time: Int64) async throws {
        let messages: [Message<Output>] = state.withLock { state in
            var messages: [Message<Output>] = []
            for index in state.tracks.indices {
                state.tracks[index].look(at: time, patience: min(state.patience ?? limit, limit), limit: limit)
                guard let reason = state.tracks[index].standIn, let end = state.tracks[index].fillEnd(at: time) else {
                    continue
                }
                state.tracks[index].floor = end
                state.tracks[index].isFilling = true
                messages += state.fill.messages(for: state.tracks[index].track, until: end, reason)
            }
            return messages
        }
        defer {
            state.withLock { state in
                for index in state.tracks.indices { state.tracks[index].isFilling = false }
            }
        }
        if !messages.isEmpty { try await output.send(messages) }
    }

    /// Ends all tracks.
    func end() {
        let tracks = state.withLock { state in
            defer { state.tracks = [] }
            return state.tracks
        }
        for track in tracks { _ = output.offer(.end(track.track.id)) }
    }
}

extension SupervisedOutlet {
    /// What goes on in the place of a message of the source.
    private struct Passage {
        var messages: [Message<Output>] = []
        /// The track of the source's own payload among them.
        var payload: Track.ID?
    }

    private func pass(_ message: Message<Output>) -> Passage {
        state.withLock { state in
            switch message {
            case .track(let track): return Passage(messages: announce(track, &state))
            case .payload(let payload): return admit(payload, &state)
            // It goes on when it is back; the supervisor ends tracks.
            case .end(let id):
                if let index = state.index(of: id) { state.tracks[index].hasEnded = true }
                return Passage()
            case .gap: return Passage(messages: [message])
            }
        }
    }

    /// A payload has been given on, or refused.
    private func passed(_ id: Track.ID?) {
        guard let id else { return }
        let now = clock.now()
        state.withLock { state in
            if let index = state.index(of: id) { state.tracks[index].passed(at: now) }
        }
    }

    private func announce(_ track: Track, _ state: inout State) -> [Message<Output>] {
        var track = track
        track.liveOrigin = clock.origin
        let index = state.index(of: track.id)
        if let index, state.tracks[index].track == track { return [] }
        if let index {
            state.tracks[index].track = track
        } else {
            state.tracks.append(SupervisedTrack(track, at: clock.now()))
        }
        state.fill.announce(track)
        return [.track(track)]
    }

    private func admit(_ payload: Output, _ state: inout State) -> Passage {
        let now = clock.now()
        guard let index = state.index(of: payload.trackID) else { return Passage(messages: [.payload(payload)]) }
        if let time = payload.linkTime {
            let floor = state.tracks[index].floor
            guard time <= now + Self.longestLead, floor == .min || time >= floor - Self.longestLead else {
                state.left.astray += 1
                return Passage()
            }
            guard time >= floor, !state.tracks[index].isFilling else {
                state.left.late += 1
                state.tracks[index].cameLate(at: now)
                return Passage()
            }
        }
        state.hasBegun = true
        let wasAway = state.tracks[index].standIn != nil
        state.tracks[index].arrived(at: now, time: payload.linkTime)
        var messages: [Message<Output>] = []
        if wasAway {
            let time = payload.linkTime ?? now
            messages = state.fill.messages(for: state.tracks[index].track, until: time, .return)
        }
        state.fill.note(payload)
        messages.append(.payload(payload))
        return Passage(messages: messages, payload: payload.trackID)
    }
}
