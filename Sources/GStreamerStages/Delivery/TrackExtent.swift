import Synchronization

/// How much of a track is wanted, counted from its first payload.
final class TrackExtent: Sendable {
    /// In nanoseconds; nil for all of it.
    private let length: Int64?
    private let state = Mutex<(first: Int64?, isReached: Bool)>((nil, false))

    init(length: Int64?) { self.length = length }

    /// Whether a payload that is presented at `time` for `duration` nanoseconds is the last one that is wanted.
    func record(_ time: Int64, duration: Int64) -> Bool {
        guard let length else { return false }
        return state.withLock { state in
            let first = state.first ?? time
            state.first = first
            state.isReached = time - first + duration >= length
            return state.isReached
        }
    }

    /// Whether all that is wanted has come.
    var isReached: Bool { state.withLock { $0.isReached } }
}
