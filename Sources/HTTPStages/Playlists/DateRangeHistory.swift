import HLS
import Media

/// The times at which a playlist's date ranges changed or were removed, measured in listed media.
///
/// A delta update may omit date ranges that the player already has, and must list those removed recently (RFC 8216bis
/// 4.4.5.2).
struct DateRangeHistory: Sendable {
    private struct Entry {
        var tags: [DateRange]
        /// The time of the last change.
        var since: MediaTime
    }

    /// The total duration of all media listed so far.
    private var end = MediaTime.zero
    private var nextSegment: Int?
    private var entries: [String: Entry] = [:]
    private var removed: [(id: String, at: MediaTime)] = []

    /// Records the next state of the playlist. Removals older than `boundary` are discarded.
    mutating func add(_ playlist: MediaPlaylist, boundary: MediaTime) {
        let next = playlist.mediaSequence &+ playlist.segments.count
        let fresh = nextSegment.map { max(0, min(next &- $0, playlist.segments.count)) } ?? playlist.segments.count
        for segment in playlist.segments.suffix(fresh) { end = end + segment.duration }
        nextSegment = next

        let current = Dictionary(grouping: playlist.dateRanges, by: \.id)
        for (id, tags) in current where entries[id]?.tags != tags { entries[id] = Entry(tags: tags, since: end) }
        for id in entries.keys.filter({ current[$0] == nil }).sorted() {
            entries[id] = nil
            removed.append((id, end))
        }
        removed.removeAll { current[$0.id] != nil || end - $0.at > boundary }
    }

    /// Returns whether a date range has been unchanged for more than `boundary` of media.
    func isOld(_ id: String, boundary: MediaTime) -> Bool { entries[id].map { end - $0.since > boundary } ?? false }

    /// The identifiers of recently removed date ranges, in the order of removal.
    var recentlyRemoved: [String] { removed.map(\.id) }
}
