import HLS
import Media

/// The segments that a live playlist no longer lists but that must remain available (RFC 8216bis 6.2.2).
struct RemovedSegments {
    struct Entry {
        var segment: MediaSegment
        /// The time of the first state without it.
        var time: MediaTime
        /// The time for which it must remain available after its removal.
        var retention: MediaTime
    }

    /// Sufficient to detect whether a server retains them.
    private static let limit = 64
    private var last: MediaPlaylist?
    private var maximumDuration = MediaTime.zero
    private(set) var entries: [Entry] = []

    /// Updates the state of the playlist; returns the segments that were just removed.
    mutating func update(_ playlist: MediaPlaylist, at time: MediaTime) -> [Entry] {
        defer {
            last = playlist
            maximumDuration = max(maximumDuration, playlist.duration)
        }
        guard let last, playlist.mediaSequence > last.mediaSequence else { return [] }
        let gone = last.segments.prefix(playlist.mediaSequence - last.mediaSequence).filter { !$0.isGap }
        // The removal time of other segments is unknown if several were removed between two states.
        let new = gone.suffix(2).map { Entry(segment: $0, time: time, retention: $0.duration + maximumDuration) }
        entries = Array((entries + new).suffix(Self.limit))
        return new
    }

    /// Returns the first removed segment that must still be available.
    func oldest(at time: MediaTime) -> Entry? {
        // One second of tolerance for clocks, and for the time until the removal was observed.
        entries.first { time - $0.time < $0.retention - .seconds(1) }
    }
}
