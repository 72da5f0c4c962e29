import ISOMedia
import Media
import StageKit

extension MovieTrackSelection {
    /// The tracks of a movie in order, each with the reason where it cannot be carried.
    static func sourceTracks(_ movie: MovieFile) -> [SourceTrack] {
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        return movie.tracks.map { track in
            let isChapters = chapters.contains(track.id)
            let obstacle = isChapters ? chapterObstacle(track) : Self.obstacle(track, in: movie)
            let type = track.mediaType ?? (track.handler == "subp" ? .text : nil)
            var found = SourceTrack(
                Int(track.id), type, format: track.coding.name, language: track.language, obstacle: obstacle)
            found.isAuxiliary = isChapters && track.mediaType == .text
            if obstacle != nil { found.sampleCount = movie.sampleCount(of: track) }
            return found
        }
    }

    private static func chapterObstacle(_ track: MovieTrack) -> String {
        track.mediaType == .text ? "which has the titles of chapters" : "which has the images of chapters"
    }

    /// The reason why a track cannot be carried; nil where it can. Encrypted tracks are refused elsewhere.
    private static func obstacle(_ track: MovieTrack, in movie: MovieFile) -> String? {
        guard let type = track.mediaType else {
            return track.handler == "subp" ? "which is pictures and not text" : "which HLS does not carry"
        }
        if track.isElsewhere { return "which has its samples in another file; copy them into one movie first" }
        if track.isEncrypted { return nil }
        let coding = track.coding
        if coding.isImage, movie.sampleCount(of: track) <= 1 { return "which is a still image" }
        if type == .text {
            let isRead = track.format.map { MovieCues($0) != nil } ?? false
            return isRead ? nil : "which is not read; 3GPP timed text, WebVTT and TTML are"
        }
        guard let format = track.format else {
            if isCarriedCoding(track) { return "whose decoder configuration is missing or damaged" }
            let hint = coding.isDecodable ? "; encode it (sluice segment --encode \(type.rawValue))" : ""
            return "which HLS in fragmented MP4 does not carry" + hint
        }
        if case .codedVideo(let video) = format, video.isInterlaced {
            return "which is interlaced; encode it, which deinterlaces (sluice segment --encode video)"
        }
        return nil
    }

    /// Whether the sample entry is one that is carried with its configuration.
    private static func isCarriedCoding(_ track: MovieTrack) -> Bool {
        ["avc1", "hvc1", "hev1", "av01", "vp09", "ac-3", "ec-3", "Opus", "fLaC", "alac"].contains(track.sampleEntryCode)
            || track.sampleEntryCode == "mp4a" && (track.objectTypeIndication ?? 0x40) == 0x40
    }
}
