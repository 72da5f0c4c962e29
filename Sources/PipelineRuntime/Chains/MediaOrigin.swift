import Media
import Synchronization

/// The start time of a run's media, shared by all its sources.
///
/// It is the first captured video frame if there is one, because audio before the first video frame is discarded;
/// otherwise the earliest first payload of any source.
final class MediaOrigin: Sendable {
    private struct State {
        var earliest = MediaInstant.distantFuture
        var firstVideo: MediaInstant?
        /// Whether a track has reached its end, after which the origin no longer moves.
        var isFixed = false
    }

    private let state = Mutex(State())

    /// Records the time of a track's first payload.
    func recordStart(_ time: MediaInstant) { state.withLock { $0.earliest = min($0.earliest, time) } }

    /// Records the first decodable video frame or sample of a captured track.
    func recordVideoStart(_ time: MediaInstant) {
        state.withLock { if !$0.isFixed { $0.firstVideo = min($0.firstVideo ?? .distantFuture, time) } }
    }

    /// The time of the origin; the distant future before the first payload.
    var time: MediaInstant { state.withLock { $0.firstVideo ?? $0.earliest } }

    /// Fixes the origin: payloads of later video tracks no longer move it.
    func fix() { state.withLock { $0.isFixed = true } }
}
