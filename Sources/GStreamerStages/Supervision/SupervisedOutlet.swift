import Media
import StageKit
import Synchronization

/// Connects a source that may be lost to the run. Each track begins and ends once, and substitute content is sent while
/// a track does not deliver.
final class SupervisedOutlet<Output: Payload>: Outlet {
    private struct State {
        var tracks: [SupervisedTrack] = []
        var fill: any SubstituteContent<Output>
        var hasBegun = false
        /// The time in nanoseconds within which downstream stages require a payload or a gap; nil without such a
        /// requirement.
        var patience: Int64?
        var left = LeftOut()

        func index(of id: Track.ID?) -> Int? { tracks.firstIndex { $0.track.id == id } }
    }

    /// The number of payloads that were discarded.
    struct LeftOut: Hashable {
        /// Payloads for a time that substitute content has filled.
        var late = 0
        /// Payloads with times far from the clock.
        var astray = 0
    }

    /// The maximum time in nanoseconds that payloads may be ahead of the clock, or behind the end of substitute
    /// content. Network sources buffer some seconds.
    static var longestLead: Int64 { 5_000_000_000 }

    private let output: any Outlet<Output>
    private let clock: SupervisionClock
    /// The time in nanoseconds without payloads after which a track is missing.
    private let limit: Int64
    private let state: Mutex<State>
    private let refused = Atomic<Bool>(false)

    init(_ output: any Outlet<Output>, clock: SupervisionClock, fill: any SubstituteContent<Output>, limit: Int64) {
        self.output = output
        self.clock = clock
        self.limit = limit
        state = Mutex(State(fill: fill))
    }

    /// Whether the source has delivered a payload.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// Whether the output accepts no more payloads.
    var isRefused: Bool { refused.load(ordering: .relaxed) }
    /// The time of the newest valid payload on any track; nil before the first.
    var lastArrival: Int64? {
        let now = clock.now()
        return state.withLock { state in
            state.hasBegun ? state.tracks.map { $0.lastArrival(at: now) }.max() : nil
        }
    }
    /// Returns and resets the counts of discarded payloads.
    func takeLeftOut() -> LeftOut {
        state.withLock { state in
            defer { state.left = LeftOut() }
            return state.left
        }
    }
    /// The media types of tracks that have had no payloads for longer than the limit.
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

    /// Handles requests of downstream stages to live sources.
    func answerRequests() {
        output.onRequest { [weak self] request in
            guard case .tellGaps(let patience) = request else { return }
            self?.state.withLock { $0.patience = min($0.patience ?? .max, patience.nanoseconds) }
        }
    }

    /// Handles a loss of the source.
    func lose() {
        let now = clock.now()
        state.withLock { state in
            for index in state.tracks.indices { state.tracks[index].lose(at: now) }
            state.fill.release()
        }
    }

    /// Sends substitute content up to `time`, in nanoseconds, for tracks that do not deliver.
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
    /// The messages to send in place of a message of the source.
    private struct Passage {
        var messages: [Message<Output>] = []
        /// The track of the source's payload among the messages.
        var payload: Track.ID?
    }

    private func pass(_ message: Message<Output>) -> Passage {
        state.withLock { state in
            switch message {
            case .track(let track): return Passage(messages: announce(track, &state))
            case .payload(let payload): return admit(payload, &state)
            // Tracks of the source continue when it is reopened; the supervisor ends them.
            case .end(let id):
                if let index = state.index(of: id) { state.tracks[index].hasEnded = true }
                return Passage()
            case .gap: return Passage(messages: [message])
            }
        }
    }

    /// Handles that a payload has been sent or refused.
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
