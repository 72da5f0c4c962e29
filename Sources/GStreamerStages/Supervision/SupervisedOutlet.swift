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
        var maximumSilence: Int64?
        var discarded = DiscardedCounts()

        func index(of id: Track.ID?) -> Int? { tracks.firstIndex { $0.track.id == id } }
    }

    /// The number of payloads that were discarded.
    struct DiscardedCounts: Hashable {
        /// Payloads for a time that substitute content has filled.
        var late = 0
        /// Payloads with times far from the clock.
        var outOfRange = 0
    }

    /// The maximum time in nanoseconds that payloads may be ahead of the clock, or behind the end of substitute
    /// content. Network sources buffer some seconds.
    static var maximumLead: Int64 { 5_000_000_000 }

    private let output: any Outlet<Output>
    private let clock: any MediaClock
    /// The time in nanoseconds without payloads after which a track is missing.
    private let limit: Int64
    private let state: Mutex<State>
    private let outputClosed = Atomic<Bool>(false)

    init(_ output: any Outlet<Output>, clock: any MediaClock, fill: any SubstituteContent<Output>, limit: Int64) {
        self.output = output
        self.clock = clock
        self.limit = limit
        state = Mutex(State(fill: fill))
    }

    /// Whether the source has delivered a payload.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }
    /// Whether the output accepts no more payloads.
    var isOutputClosed: Bool { outputClosed.load(ordering: .relaxed) }
    /// The time of the newest valid payload on any track; nil before the first.
    var lastArrival: Int64? {
        let now = clock.mediaTime.nanoseconds
        return state.withLock { state in
            state.hasBegun ? state.tracks.map { $0.lastArrival(at: now) }.max() : nil
        }
    }
    /// Returns and resets the counts of discarded payloads.
    func drainDiscarded() -> DiscardedCounts {
        state.withLock { state in
            defer { state.discarded = DiscardedCounts() }
            return state.discarded
        }
    }
    /// The media types of tracks that have had no payloads for longer than the limit.
    func missing(at now: Int64) -> [MediaType] {
        state.withLock { state in
            state.tracks.filter { $0.timeWithoutPayload(at: now) >= limit }.map(\.track.mediaType)
        }
    }

    func send(_ messages: [Message<Output>]) async throws {
        let passing = messages.map { route($0) }
        defer { for passage in passing { finishSending(passage.payload) } }
        let all = passing.flatMap(\.messages)
        if !all.isEmpty { try await output.send(all) }
    }

    func offer(_ message: Message<Output>) -> Bool {
        let passage = route(message)
        defer { finishSending(passage.payload) }
        for message in passage.messages where !output.offer(message) {
            outputClosed.store(true, ordering: .relaxed)
            return false
        }
        return true
    }

    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) { output.onRequest(handler) }

    /// Handles requests of downstream stages to live sources.
    func answerRequests() {
        output.onRequest { [weak self] request in
            guard case .reportGaps(let interval) = request else { return }
            self?.state.withLock { $0.maximumSilence = min($0.maximumSilence ?? .max, interval.nanoseconds) }
        }
    }

    /// Handles a loss of the source.
    func handleLoss() {
        let now = clock.mediaTime.nanoseconds
        state.withLock { state in
            for index in state.tracks.indices { state.tracks[index].handleLoss(at: now) }
            state.fill.release()
        }
    }

    /// Sends substitute content up to `time`, in nanoseconds, for tracks that do not deliver.
    func fill(until time: Int64) async throws {
        let messages: [Message<Output>] = state.withLock { state in
            var messages: [Message<Output>] = []
            for index in state.tracks.indices {
                state.tracks[index].update(at: time, timeout: min(state.maximumSilence ?? limit, limit), limit: limit)
                guard let reason = state.tracks[index].substitution, let end = state.tracks[index].fillEnd(at: time)
                else {
                    continue
                }
                state.tracks[index].filledUntil = end
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
    private struct RoutedMessages {
        var messages: [Message<Output>] = []
        /// The track of the source's payload among the messages.
        var payload: Track.ID?
    }

    private func route(_ message: Message<Output>) -> RoutedMessages {
        state.withLock { state in
            switch message {
            case .track(let track): return RoutedMessages(messages: announce(track, &state))
            case .payload(let payload): return admit(payload, &state)
            // Tracks of the source continue when it is reopened; the supervisor ends them.
            case .end(let id):
                if let index = state.index(of: id) { state.tracks[index].hasEnded = true }
                return RoutedMessages()
            case .gap: return RoutedMessages(messages: [message])
            }
        }
    }

    /// Handles that a payload has been sent or refused.
    private func finishSending(_ id: Track.ID?) {
        guard let id else { return }
        let now = clock.mediaTime.nanoseconds
        state.withLock { state in
            if let index = state.index(of: id) { state.tracks[index].finishSending(at: now) }
        }
    }

    private func announce(_ track: Track, _ state: inout State) -> [Message<Output>] {
        var track = track
        track.liveOrigin = clock.zero
        let index = state.index(of: track.id)
        if let index, state.tracks[index].track == track { return [] }
        if let index {
            state.tracks[index].track = track
        } else {
            state.tracks.append(SupervisedTrack(track, at: clock.mediaTime.nanoseconds))
        }
        state.fill.announce(track)
        return [.track(track)]
    }

    private func admit(_ payload: Output, _ state: inout State) -> RoutedMessages {
        let now = clock.mediaTime.nanoseconds
        guard let index = state.index(of: payload.trackID) else { return RoutedMessages(messages: [.payload(payload)]) }
        if let time = payload.linkTime?.nanoseconds {
            let floor = state.tracks[index].filledUntil
            guard time <= now + Self.maximumLead, floor == .min || time >= floor - Self.maximumLead else {
                state.discarded.outOfRange += 1
                return RoutedMessages()
            }
            guard time >= floor, !state.tracks[index].isFilling else {
                state.discarded.late += 1
                state.tracks[index].recordLatePayload(at: now)
                return RoutedMessages()
            }
        }
        state.hasBegun = true
        let wasAway = state.tracks[index].substitution != nil
        state.tracks[index].recordPayload(at: now, time: payload.linkTime?.nanoseconds)
        var messages: [Message<Output>] = []
        if wasAway {
            let time = payload.linkTime?.nanoseconds ?? now
            messages = state.fill.messages(for: state.tracks[index].track, until: time, .return)
        }
        state.fill.record(payload)
        messages.append(.payload(payload))
        return RoutedMessages(messages: messages, payload: payload.trackID)
    }
}
