import Dispatch
import Media
import Synchronization

/// Blocks the streaming threads of a stage until all its tracks are known, then announces the tracks together.
final class TrackGate: Sendable {
    private struct State {
        var isListComplete = false
        var isOpen = false
        var isAbandoned = false
        var expected: Set<Track.ID> = []
        var tracks: [Track] = []
        var firstTimestamp: Int64?
    }
    private let state = Mutex(State())
    private let opening = DispatchGroup()
    private let announce: @Sendable ([Track]) -> Void

    /// A gate that calls `announce` with all tracks, in order of their identities, and then opens.
    ///
    /// Later tracks are announced one by one.
    init(announce: @escaping @Sendable ([Track]) -> Void) {
        self.announce = announce
        opening.enter()
    }

    // A dispatch group must not be released before `leave` balances `enter`.
    deinit { abandon() }

    /// Adds a track to wait for.
    func expect(_ id: Track.ID) { state.withLock { _ = $0.expected.insert(id) } }

    /// Records that no more tracks will be added.
    func completeList() {
        openIfReady { $0.isListComplete = true }
    }

    /// Records the format and first timestamp of a track. Returns whether they are known for all other tracks.
    func enter(_ track: Track, timestamp: Int64?) -> Bool {
        let isLate = state.withLock { state in
            if state.isOpen { return !state.isAbandoned }
            state.expected.remove(track.id)
            state.tracks.append(track)
            if let timestamp { state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp) }
            return false
        }
        if isLate { announce([track]) }
        openIfReady { _ in }
        return isOpen
    }

    /// Waits until all tracks have been announced.
    func wait() { opening.wait() }

    /// Waits until all tracks have been announced, or for `limit`. Returns whether they have been announced.
    func wait(for limit: Duration) -> Bool { opening.wait(timeout: .now() + limit.dispatchInterval) == .success }

    /// Whether threads are no longer blocked.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The earliest first timestamp of any track in nanoseconds; valid once the gate is open.
    var firstTimestamp: Int64 { state.withLock { $0.firstTimestamp ?? 0 } }

    /// Records the first timestamp of a stream that is not announced but contributes to the time origin.
    func recordFirstTimestamp(_ id: Track.ID, timestamp: Int64?) {
        openIfReady { state in
            guard state.expected.remove(id) != nil, let timestamp else { return }
            state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp)
        }
    }

    /// Lowers the time origin to this timestamp, unless the gate is open.
    func lowerOrigin(_ timestamp: Int64) {
        state.withLock { state in
            if !state.isOpen { state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp) }
        }
    }

    /// Removes a track that turned out to be empty.
    func remove(_ id: Track.ID) { openIfReady { _ = $0.expected.remove(id) } }

    /// Announces the known tracks without waiting for others. Returns the others.
    @discardableResult
    func openEarly() -> Set<Track.ID> {
        var others: Set<Track.ID> = []
        openIfReady { state in
            others = state.isOpen ? [] : state.expected
            state.isListComplete = true
            state.expected = []
        }
        return others
    }

    /// Releases all threads without announcing anything.
    func abandon() {
        let mayOpen = state.withLock { state in
            defer { (state.isOpen, state.isAbandoned) = (true, true) }
            return !state.isOpen
        }
        if mayOpen { opening.leave() }
    }

    private func openIfReady(_ change: (inout State) -> Void) {
        let tracks: [Track]? = state.withLock { state in
            change(&state)
            guard state.isListComplete, state.expected.isEmpty, !state.isOpen else { return nil }
            state.isOpen = true
            return state.tracks
        }
        guard let tracks else { return }
        announce(tracks.sorted { $0.id < $1.id })
        opening.leave()
    }
}
