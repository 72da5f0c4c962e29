import SystemFiles
import ISOMedia
import Media
import StageKit

/// The auxiliary video tracks of an ISO base media file, which GStreamer's demuxer does not distinguish: chapter images
/// and still images.
struct MovieAuxiliaries: Sendable {
    /// Codings and reasons by track_ID.
    private let obstacles: [Int: (format: String, reason: String)]

    /// Reads the tracks of a file; empty for files of other formats.
    init(path: String) {
        guard let content = try? MappedFile(path: path).content, let movie = try? MovieFile(reading: content) else {
            obstacles = [:]
            return
        }
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        var obstacles: [Int: (format: String, reason: String)] = [:]
        for track in movie.tracks where track.handler == "vide" {
            if chapters.contains(track.id) {
                obstacles[Int(track.id)] = (track.codingName, "which contains chapter images")
            } else if track.isImage, movie.sampleCount(of: track) <= 1 {
                obstacles[Int(track.id)] = (track.codingName, "which is a still image")
            }
        }
        self.obstacles = obstacles
    }

    /// Returns the track with its coding and the reason why it is not published; other tracks unchanged.
    func described(_ track: SourceTrack) -> SourceTrack {
        guard track.type == .video, let (format, reason) = obstacles[track.number] else { return track }
        var described = track
        (described.format, described.obstacle, described.isStill) = (format, reason, true)
        return described
    }
}
