import ISOMedia
import Media

/// The properties of a movie that determine how it streams.
package struct MovieSurvey: Sendable {
    package let tracks: [TrackSurvey]
    package let isFragmented: Bool
    /// Whether the tables precede the media, so that the file plays while it is downloaded.
    package let hasIndexInFront: Bool
    /// The largest distance in the file between samples of the same time, in bytes; nil for fewer than two tracks.
    package let farthestSeek: Int?

    /// Reads the tables of all selected tracks.
    package init(_ selected: SelectedMovie) {
        tracks = selected.tracks.filter { $0.cues == nil }.map { TrackSurvey($0, selected.movie) }
        isFragmented = selected.movie.isFragmented
        hasIndexInFront = tracks.compactMap(\.offsets.first).allSatisfy { $0 > selected.movie.tableOffset }
        let offsets = tracks.map(\.offsets)
        guard offsets.count > 1, let count = offsets.map(\.count).min() else {
            farthestSeek = nil
            return
        }
        farthestSeek = (0..<count).reduce(0) { farthest, second in
            let places = offsets.map { $0[second] }
            return max(farthest, (places.max() ?? 0) - (places.min() ?? 0))
        }
    }
}
