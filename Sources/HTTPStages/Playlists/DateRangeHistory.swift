import HLS
import Media

/// When the date ranges of a playlist came and went, in the playlist's own time.
///
/// A delta update may leave out the ranges that a player has, and has to name those that left lately (RFC 8216bis
/// 4.4.5.2).
struct DateRangeHistory: Sendable {
    private struct Known {
        var tags: [DateRange]
        /// When it was last different.
        var since: MediaTime
    }

    /// How much media has been listed altogether.
    private var end = MediaTime.zero
    private var nextSegment: Int?
    private var known: [String: Known] = [:]
    private var departed: [(id: String, at: MediaTime)] = []

    /// Takes the next state of the playlist; departures of longer than `boundary` ago are forgotten.
    mutating func add(_ playlist: MediaPlaylist, boundary: MediaTime) {
        let next = playlist.mediaSequence &+ playlist.segments.count
        let fresh = nextSegment.map { max(0, min(next &- $0, playlist.segments.count)) } ?? playlist.segments.count
        for segment in playlist.segments.suffix(fresh) { end = end + segment.duration }
        nextSegment = next

        let current = Dictionary(grouping: playlist.dateRanges, by: \.id)
        for (id, tags) in current where known[id]?.tags != tags { known[id] = Known(tags: tags, since: end) }
        for id in known.keys.filter({ current[$0] == nil }).sorted() {
            known[id] = nil
            departed.append((id, end))
        }
        departed.removeAll { current[$0.id] != nil || end - $0.at > boundary }
    }

    /// Whether a range has been as it is since before the last `boundary` of media.
    func isOld(_ id: String, boundary: MediaTime) -> Bool { known[id].map { end - $0.since > boundary } ?? false }

    /// The ranges that left lately, in the order in which they did.
    var recentlyRemoved: [String] { departed.map(\.id) }
}
