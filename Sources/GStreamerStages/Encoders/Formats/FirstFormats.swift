import Media
import StageKit
import Synchronization

/// The formats with which tracks began.
final class FirstFormats: Sendable {
    private let formats = Mutex<[Track.ID: (format: MediaFormat, timescale: Int32)]>([:])
    private let policy: FormatChangePolicy
    private let portion: MediaPortion?

    /// In a portion, tracks began with the formats that it names.
    init(_ policy: FormatChangePolicy, in portion: MediaPortion? = nil) {
        (self.policy, self.portion) = (policy, portion)
    }

    /// Returns the track as its encoder must handle it: in the format with which it began, or in its own.
    func pinned(_ track: Track) -> Track {
        guard policy == .scale else { return track }
        var result = track
        (result.format, result.timescale) = formats.withLock { formats in
            let begun = portion?.trackFormats ?? []
            let format = begun.indices.contains(formats.count) ? begun[formats.count] : track.format
            let first = formats[track.id] ?? (format, track.timescale)
            formats[track.id] = first
            return first
        }
        return result
    }
}
