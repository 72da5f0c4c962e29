import Synchronization

/// Limits the duration of a track, counted from its first payload.
final class TrackExtent: Sendable {
    /// The maximum duration in nanoseconds; nil for no limit.
    private let length: Int64?
    private let state = Mutex<(first: Int64?, isReached: Bool)>((nil, false))

    init(length: Int64?) { self.length = length }

    /// Records a payload at `time` that lasts `duration` nanoseconds. Returns whether it reaches the limit.
    func record(_ time: Int64, duration: Int64) -> Bool {
        guard let length else { return false }
        return state.withLock { state in
            let first = state.first ?? time
            state.first = first
            state.isReached = time - first + duration >= length
            return state.isReached
        }
    }

    /// Whether the limit has been reached.
    var isReached: Bool { state.withLock { $0.isReached } }
}
