import Dispatch
import Media
import Synchronization

/// Holds the streaming threads of a stage back until all its tracks are known, then announces them together.
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

    /// A gate that calls `announce` with all tracks, in the order of their identities, and then opens.
    ///
    /// Tracks that come later are announced one by one.
    init(announce: @escaping @Sendable ([Track]) -> Void) {
        self.announce = announce
        opening.enter()
    }

    // A group may not go away while somebody is still to leave it.
    deinit { abandon() }

    /// Another track is to be waited for.
    func expect(_ id: Track.ID) { state.withLock { _ = $0.expected.insert(id) } }

    /// No further track will be expected.
    func completeList() {
        openIfReady { $0.isListComplete = true }
    }

    /// The track's format and first time stamp are known; returns whether those of all others are.
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

    /// Whether nobody is held back any more.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// The earliest first time stamp of any track, in nanoseconds; known once the gate is open.
    var firstTimestamp: Int64 { state.withLock { $0.firstTimestamp ?? 0 } }

    /// A stream that is not announced begins, which others count from as well.
    func recordFirstTimestamp(_ id: Track.ID, timestamp: Int64?) {
        openIfReady { state in
            guard state.expected.remove(id) != nil, let timestamp else { return }
            state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp)
        }
    }

    /// Times count from this time stamp or an earlier one, unless the gate is open.
    func lowerOrigin(_ timestamp: Int64) {
        state.withLock { state in
            if !state.isOpen { state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp) }
        }
    }

    /// The track turned out to be empty.
    func remove(_ id: Track.ID) { openIfReady { _ = $0.expected.remove(id) } }

    /// Announces the tracks that are known and waits for no others.
    func openEarly() {
        openIfReady { state in
            state.isListComplete = true
            state.expected = []
        }
    }

    /// Lets everybody through without announcing anything.
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
