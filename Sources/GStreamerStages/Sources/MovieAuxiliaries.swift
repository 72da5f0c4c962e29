import SystemFiles
import ISOMedia
import Media
import StageKit

/// The tracks of an ISO base media file that accompany others, which GStreamer's demuxer does not tell apart: chapter
/// images and single pictures.
struct MovieAuxiliaries: Sendable {
    /// The codings and reasons by track_ID.
    private let obstacles: [Int: (format: String, reason: String)]

    /// Reads the tracks of a file; a file of another format has none.
    init(path: String) {
        guard let content = try? MappedFile(path: path).content, let movie = try? MovieFile(reading: content) else {
            obstacles = [:]
            return
        }
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        var obstacles: [Int: (format: String, reason: String)] = [:]
        for track in movie.tracks where track.handler == "vide" {
            if chapters.contains(track.id) {
                obstacles[Int(track.id)] = (track.coding.name, "which has the images of chapters")
            } else if track.coding.isImage, movie.sampleCount(of: track) <= 1 {
                obstacles[Int(track.id)] = (track.coding.name, "which is a still image")
            }
        }
        self.obstacles = obstacles
    }

    /// The track with its coding and the reason where it is not published; others unchanged.
    func described(_ track: SourceTrack) -> SourceTrack {
        guard track.type == .video, let (format, reason) = obstacles[track.number] else { return track }
        var described = track
        (described.format, described.obstacle) = (format, reason)
        return described
    }
}
