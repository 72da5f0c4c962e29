import HLS
import Media

/// The segments that a live playlist has dropped and that still have to be there (RFC 8216bis 6.2.2).
struct RemovedSegments {
    struct Entry {
        var segment: MediaSegment
        /// When the playlist was first seen without it.
        var time: MediaTime
        /// How long it has to stay from then on.
        var retention: MediaTime
    }

    /// Enough to see whether a server keeps them.
    private static let limit = 64
    private var last: MediaPlaylist?
    private var maximumDuration = MediaTime.zero
    private(set) var entries: [Entry] = []

    /// Takes in a state of the playlist, and returns what has just left it.
    mutating func update(_ playlist: MediaPlaylist, at time: MediaTime) -> [Entry] {
        defer {
            last = playlist
            maximumDuration = max(maximumDuration, playlist.duration)
        }
        guard let last, playlist.mediaSequence > last.mediaSequence else { return [] }
        let gone = last.segments.prefix(playlist.mediaSequence - last.mediaSequence).filter { !$0.isGap }
        // What was removed long before the state that was seen first without it is not known.
        let new = gone.suffix(2).map { Entry(segment: $0, time: time, retention: $0.duration + maximumDuration) }
        entries = Array((entries + new).suffix(Self.limit))
        return new
    }

    /// The one that was removed first of those that still have to be there.
    func oldest(at time: MediaTime) -> Entry? {
        // A second for the clocks, and for the time in which its removal was not seen.
        entries.first { time - $0.time < $0.retention - .seconds(1) }
    }
}
