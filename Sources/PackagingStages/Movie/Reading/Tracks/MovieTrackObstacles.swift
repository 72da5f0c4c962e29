import HLS
import ISOMedia
import Media
import StageKit

extension MovieTrackSelection {
    /// The tracks of a movie in order, with the reason if a track cannot be carried.
    static func sourceTracks(_ movie: MovieFile) -> [SourceTrack] {
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        return movie.tracks.map { track in
            let isChapters = chapters.contains(track.id)
            let obstacle = isChapters ? chapterObstacle(track) : Self.obstacle(track, in: movie)
            let type = track.mediaType ?? (track.handler == "subp" ? .text : nil)
            var found = SourceTrack(
                Int(track.id), type, format: track.codingName, language: track.language, obstacle: obstacle)
            found.title = title(of: track)
            found.isAuxiliary = isChapters && track.mediaType == .text
            if obstacle != nil { found.sampleCount = movie.sampleCount(of: track) }
            found.isStill = isChapters || track.isImage && movie.sampleCount(of: track) <= 1
            if case .codedVideo(let video)? = track.format {
                found.picture = TrackPicture(
                    size: video.displaySize, codec: String(video.configuration.codecString.prefix { $0 != "." }))
                found.picture?.group = Int(track.alternateGroup)
            }
            return found
        }
    }

    private static func chapterObstacle(_ track: MovieTrack) -> String {
        track.mediaType == .text ? "which contains chapter titles" : "which contains chapter images"
    }

    /// The reason why a track cannot be carried; nil if it can. Encrypted tracks are rejected elsewhere.
    private static func obstacle(_ track: MovieTrack, in movie: MovieFile) -> String? {
        guard let type = track.mediaType else {
            return track.handler == "subp" ? "which has images, not text" : "which HLS does not carry"
        }
        if track.hasExternalMedia { return "whose samples are in another file; copy them into one movie first" }
        if track.isEncrypted { return nil }
        if track.isImage, movie.sampleCount(of: track) <= 1 { return "which is a still image" }
        if type == .text {
            let isRead = track.format.map { MovieCues($0) != nil } ?? false
            return isRead ? nil : "which is not read; supported formats are 3GPP timed text, WebVTT and TTML"
        }
        guard let format = track.format else { return track.obstacle }
        var cursor = movie.cursor(for: track)
        return cursor.next().flatMap { CodecCheck(format, firstSample: movie.bytes(of: $0, in: track)).fault }
    }
}
