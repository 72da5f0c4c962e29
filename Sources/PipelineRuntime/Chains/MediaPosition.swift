import Media
import StageKit

/// The media position of a source or a processor.
struct MediaPosition: Sendable {
    private var first: MediaInstant?
    private var last: MediaInstant?
    /// The longest duration that a track declares.
    private(set) var announced: MediaTime?

    mutating func record(_ measure: BatchMeasure) {
        guard let from = measure.first, let to = measure.last else { return }
        first = min(first ?? from, from)
        last = max(last ?? to, to)
    }

    mutating func record(_ track: Track) {
        guard let duration = track.duration, !duration.isIndefinite else { return }
        announced = max(announced ?? duration, duration)
    }

    /// The link time of the last payload.
    var lastTime: MediaInstant? { last }
    /// The media time since the first payload, in seconds; nil before the first payload.
    var seconds: Double? {
        guard let first, let last else { return nil }
        return (last - first).seconds
    }
}
