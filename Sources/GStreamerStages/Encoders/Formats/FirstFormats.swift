import Media
import Synchronization

/// The formats with which tracks began.
final class FirstFormats: Sendable {
    private let formats = Mutex<[Track.ID: (format: MediaFormat, timescale: Int32)]>([:])
    private let policy: FormatChangePolicy

    init(_ policy: FormatChangePolicy) { self.policy = policy }

    /// Returns the track as its encoder must handle it: in the format with which it began, or in its own.
    func pinned(_ track: Track) -> Track {
        guard policy == .scale else { return track }
        var result = track
        (result.format, result.timescale) = formats.withLock { formats in
            let first = formats[track.id] ?? (track.format, track.timescale)
            formats[track.id] = first
            return first
        }
        return result
    }
}
