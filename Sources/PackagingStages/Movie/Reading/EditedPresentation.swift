import ISOMedia
package import Media
import SystemFiles

/// The presentation of a movie whose edit lists omit, repeat or pause media: a sequence of parts.
package struct EditedPresentation: Sendable {
    /// A part of the presentation in which each track presents its media continuously.
    package struct EditedPart: Sendable {
        package var start: MediaTime
        /// Indefinite for the last part if a track has no end.
        package var end: MediaTime
        /// The media of the tracks, by the track in ``TrackOrigin``; tracks without media have none.
        package var media: [String: EditedMedia]
    }

    /// The media of a track in a part.
    package struct EditedMedia: Sendable {
        /// The time on the media timeline at the start of the part.
        package var start: MediaTime
        /// Whether the frame at the start is presented throughout the part.
        package var isPaused: Bool
    }

    package let parts: [EditedPart]

    /// Reads the edit lists of a movie. Nil if they only set a start and an end, or change the speed.
    package init?(path: String) {
        guard let file = try? MappedFile(path: path), let movie = try? MovieFile(reading: file.content),
            !movie.isFragmented
        else { return nil }
        let tracks = movie.tracks.filter { $0.mediaType == .video || $0.mediaType == .audio }
        guard tracks.contains(where: \.edits.isComplex), tracks.allSatisfy({ $0.edits.parts != nil }) else {
            return nil
        }
        let lists = tracks.map { track in
            let parts = track.edits.parts ?? []
            return (track: track, parts: track.edits.entryCount == 0 ? [.all] : parts)
        }
        var bounds: Set<MediaTime> = []
        for part in lists.flatMap({ $0.parts }) { bounds.formUnion([part.start, part.end]) }
        let ordered = bounds.sorted()
        parts = zip(ordered, ordered.dropFirst()).map { start, end in
            var media: [String: EditedMedia] = [:]
            for (track, parts) in lists {
                guard let part = parts.first(where: { $0.start <= start && end <= $0.end }) else { continue }
                let first = MediaTime(value: part.mediaStart, timescale: track.timescale)
                let offset = part.isPaused ? .zero : start - part.start
                media["track \(track.id)"] = EditedMedia(start: first + offset, isPaused: part.isPaused)
            }
            return EditedPart(start: start, end: end, media: media)
        }
    }
}

extension MovieEdits.EditPart {
    fileprivate var end: MediaTime { duration.map { start + $0 } ?? .indefinite }
}
