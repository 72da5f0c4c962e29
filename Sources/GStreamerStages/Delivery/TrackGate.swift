import Dispatch
import Media
import Synchronization

/// Holds the streaming threads of a source back until all its tracks are known, then announces them together.
final class TrackGate: Sendable {
    private struct State {
        var isListComplete = false
        var isOpen = false
        var expected: Set<Track.ID> = []
        var tracks: [Track] = []
        var firstTimestamp: Int64?
    }
    private let state = Mutex(State())
    private let opening = DispatchGroup()
    private let announce: @Sendable ([Track]) -> Void

    /// A gate that calls `announce` once with all tracks, in the order of their identities, and then opens.
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

    /// The track's format and first time stamp are known; waits until those of all others are.
    func enter(_ track: Track, timestamp: Int64?) {
        openIfReady { state in
            state.expected.remove(track.id)
            state.tracks.append(track)
            if let timestamp { state.firstTimestamp = min(timestamp, state.firstTimestamp ?? timestamp) }
        }
        opening.wait()
    }

    /// The earliest first time stamp of any track, in nanoseconds; known once the gate is open.
    var firstTimestamp: Int64 { state.withLock { $0.firstTimestamp ?? 0 } }

    /// The track turned out to be empty.
    func leave(_ id: Track.ID) { openIfReady { _ = $0.expected.remove(id) } }

    /// Lets everybody through without announcing anything.
    func abandon() {
        let mayOpen = state.withLock { state in
            defer { state.isOpen = true }
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
