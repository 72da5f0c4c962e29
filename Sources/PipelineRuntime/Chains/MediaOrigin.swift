import Media
import StageKit
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
        /// The stop signals of live sources without a track, by stage.
        var awaited: [Int: StopSignal] = [:]
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

    /// Adds a live source that has no track yet.
    func expectTrack(of stage: Int, _ stop: StopSignal) { state.withLock { $0.awaited[stage] = stop } }

    /// Records that a source has a track.
    func recordTrack(of stage: Int) { state.withLock { _ = $0.awaited.removeValue(forKey: stage) } }

    /// Ends the live sources without a track, since another one has delivered the whole duration.
    func endAwaited() {
        let stops = state.withLock { state in
            defer { state.awaited = [:] }
            return state.awaited.values
        }
        for stop in stops { stop.raise() }
    }

    /// Fixes the origin: payloads of later video tracks no longer move it.
    func fix() { state.withLock { $0.isFixed = true } }
}
