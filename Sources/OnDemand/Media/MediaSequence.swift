import Media
import Packaging
import PackagingStages
import StageKit

/// Places items one after the other on the timeline of a presentation.
struct MediaSequence {
    private let context: StageContext
    private(set) var items: [PresentedMedia.Item] = []
    private(set) var boundaries: BoundaryTimes?
    /// The range of the first item; nil for all of it.
    private(set) var clip: (start: MediaTime, end: MediaTime?)?
    private var end: MediaTime { items.last?.end ?? .zero }

    init(_ context: StageContext) { self.context = context }

    /// Appends an item, whose tracks continue the tracks of the first item.
    mutating func append(_ opened: MediaTimeline.OpenedItem) {
        var item = PresentedMedia.Item(movies: opened.movies, end: end + opened.length)
        item.chapters = opened.chapters.delayed(by: end.ticks(at: 1000))
        if items.isEmpty {
            clip = opened.clip
        } else {
            var lanes = items[0].tracks
            for index in item.movies.indices {
                item.movies[index].shift(by: end)
                let movie = item.movies[index].path
                item.movies[index].identify { [context] track in
                    Self.lane(of: track, in: &lanes) ?? Self.reportOmitted(track, of: movie, context)
                }
            }
        }
        if let added = opened.boundaries?.shifted(by: end) { boundaries = boundaries?.appending(added) ?? added }
        items.append(item)
    }

    /// Removes the tracks for which `isIncluded` returns false.
    mutating func filter(_ isIncluded: (Track) -> Bool) {
        for index in items.indices {
            for movie in items[index].movies.indices { items[index].movies[movie].filter(isIncluded) }
            items[index].movies.removeAll { $0.announcedTracks.isEmpty }
        }
        if !items.contains(where: { $0.tracks.contains { $0.mediaType == .video } }) { boundaries = nil }
    }

    /// Takes the track that another one continues: of the same type and language, or else of the same type.
    private static func lane(of track: Track, in lanes: inout [Track]) -> Track.ID? {
        let position =
            lanes.firstIndex { $0.mediaType == track.mediaType && $0.language == track.language }
            ?? lanes.firstIndex { $0.mediaType == track.mediaType }
        return position.map { lanes.remove(at: $0).id }
    }

    private static func reportOmitted(_ track: Track, of movie: String, _ context: StageContext) -> Track.ID? {
        context.reportWarning(
            "omitted-track",
            "a \(track.mediaType.rawValue) track of '\(movie)' is omitted: the first item of the sequence has no track "
                + "of its type left")
        return nil
    }
}
