import Media
import StageKit

/// The tracks that a stage has sent, with the payloads of each.
struct TrackCounters: Sendable {
    /// One track.
    struct Entry: Sendable {
        var track: Track
        var payloads = 0
        var bytes = 0
        /// The link times of the first and the last payload.
        var first: MediaInstant?
        var last: MediaInstant?
        /// The link time at which the last payload ends.
        var end: MediaInstant?
        var hasEnded = false
    }

    /// The maximum number of tracks counted; the oldest ended ones are forgotten first.
    private static let limit = 64

    private(set) var entries: [Entry] = []

    @specialized(where Content == Sample)
    @specialized(where Content == Frame)
    mutating func add<Content: Payload>(_ batch: Batch<Content>) {
        if !batch.hasAnnouncements, entries.count <= 1 {
            guard let only = entries.first, case .payload(let payload)? = batch.messages.first,
                payload.trackID == only.track.id
            else { return }
            return add(batch.measure, at: 0)
        }
        for message in batch.messages {
            switch message {
            case .payload(let payload):
                guard let id = payload.trackID, let index = index(of: id) else { continue }
                let time = payload.linkTime
                add(
                    BatchMeasure(
                        payloads: 1, bytes: payload.byteCount, first: time, last: time, lastEnd: payload.linkEnd),
                    at: index)
            case .track(let track): announce(track)
            case .end(let id): if let index = index(of: id) { entries[index].hasEnded = true }
            case .gap: break
            }
        }
    }

    private func index(of id: Track.ID) -> Int? { entries.firstIndex { $0.track.id == id } }

    private mutating func announce(_ track: Track) {
        if let index = index(of: track.id) {
            (entries[index].track, entries[index].hasEnded) = (track, false)
            return
        }
        if entries.count >= Self.limit {
            entries.remove(at: entries.firstIndex(where: \.hasEnded) ?? 0)
        }
        entries.append(Entry(track: track))
    }

    private mutating func add(_ measure: BatchMeasure, at index: Int) {
        entries[index].payloads += measure.payloads
        entries[index].bytes += measure.bytes
        if entries[index].first == nil { entries[index].first = measure.first }
        entries[index].last = measure.last ?? entries[index].last
        entries[index].end = measure.lastEnd ?? entries[index].end
    }
}
