import Media
import StageKit
import Synchronization

/// Forwards requests for sync samples to the encoders of all tracks.
final class KeyframeRequests: Sendable {
    private let encoders = Mutex<[Track.ID: ForcedKeyframes]>([:])
    /// Adds the encoder of a track, or replaces it.
    func add(_ encoder: ForcedKeyframes, for id: Track.ID) {
        let former = encoders.withLock { $0.updateValue(encoder, forKey: id) }
        if let former { encoder.inherit(from: former) }
    }
    func request(_ time: MediaTime?) {
        for encoder in encoders.withLock({ Array($0.values) }) { encoder.request(time) }
    }
}
