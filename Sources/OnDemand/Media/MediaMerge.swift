import Media
import PackagingStages
import StageKit

/// Reads items one after the other, and the samples of the movies of an item in batches, in approximate order of their
/// decode times.
struct MediaMerge {
    private let items: [PresentedMedia.Item]
    private var position = 0
    private var merges: [MovieMerge] = []
    /// Whether the tracks of the current item have been announced.
    private var hasAnnounced = true
    private var finished: [(merge: MovieMerge, path: String)] = []

    init(_ items: [PresentedMedia.Item]) {
        self.items = items
        merges = items.first?.movies.map(\.merge) ?? []
    }

    /// Returns the next messages; empty at the end. Throws if the fragments of a movie are damaged.
    mutating func nextBatch() throws(StageError) -> [Message<Sample>] {
        while position < items.count {
            if !hasAnnounced {
                hasAnnounced = true
                return items[position].tracks.map { .track($0) }
            }
            let batch = try nextBatchOfItem()
            if !batch.isEmpty { return batch }
            let gaps = finishItem()
            if !gaps.isEmpty { return gaps }
        }
        return []
    }

    private mutating func nextBatchOfItem() throws(StageError) -> [Message<Sample>] {
        while true {
            var earliest: (index: Int, time: MediaInstant)?
            for index in merges.indices {
                guard let time = merges[index].nextTime else { continue }
                if earliest.map({ time < $0.time }) ?? true { earliest = (index, time) }
            }
            guard let earliest else { break }
            let batch = try merges[earliest.index].nextBatch(from: items[position].movies[earliest.index].path)
            // Samples of formats that are not supported are omitted.
            if !batch.isEmpty { return batch }
        }
        for index in merges.indices {
            let batch = try merges[index].nextBatch(from: items[position].movies[index].path)
            if !batch.isEmpty { return batch }
        }
        return []
    }

    /// Begins the next item. Returns the gaps of tracks that the finished item does not have.
    private mutating func finishItem() -> [Message<Sample>] {
        let item = items[position]
        for (merge, movie) in zip(merges, item.movies) { finished.append((merge, movie.path)) }
        position += 1
        merges = position < items.count ? items[position].movies.map(\.merge) : []
        hasAnnounced = false
        let present = Set(item.tracks.map(\.id))
        return (items.first?.tracks ?? []).filter { !present.contains($0.id) }.map { .gap($0.id, until: item.end) }
    }

    /// Reports the gaps of the movies and the samples that could not be carried.
    func report(_ context: StageContext) { for (merge, path) in finished { merge.report(of: path, context) } }
}
