import Synchronization

/// The start time of a run's media, in nanoseconds of link time, shared by all its sources.
///
/// It is the first captured video frame if there is one, because audio before the first video frame is discarded;
/// otherwise the earliest first payload of any source.
final class MediaOrigin: Sendable {
    private struct State {
        var earliest = Int64.max
        var firstVideo: Int64?
        /// Whether a track has reached its end, after which the origin no longer moves.
        var isFixed = false
    }

    private let state = Mutex(State())

    /// Records the time of a track's first payload.
    func recordStart(_ time: Int64) { state.withLock { $0.earliest = min($0.earliest, time) } }

    /// Records the first decodable video frame or sample of a captured track.
    func recordVideoStart(_ time: Int64) {
        state.withLock { if !$0.isFixed { $0.firstVideo = min($0.firstVideo ?? .max, time) } }
    }

    /// Returns the time `distance` nanoseconds after the origin.
    func time(after distance: Int64) -> Int64 {
        let start = state.withLock { $0.firstVideo ?? $0.earliest }
        return Int64(clamping: Int128(start) + Int128(distance))
    }

    /// Fixes the origin: payloads of later video tracks no longer move it.
    func fix() { state.withLock { $0.isFixed = true } }
}
