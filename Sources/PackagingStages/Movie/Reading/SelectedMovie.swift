package import ISOMedia
package import Media
package import Packaging
package import StageKit
package import SystemFiles

/// A movie file with the tracks that are read from it.
package struct SelectedMovie: Sendable {
    package private(set) var file: MappedFile
    /// The path in messages.
    package let path: String
    private(set) var movie: MovieFile
    var tracks: [SelectedMovieTrack]
    /// The tables of a file in Matroska; nil for movies.
    private var index: MatroskaIndex?

    /// Opens the file at the path of the options.
    package init(_ options: ReadMovie.Options, _ context: StageContext) throws(StageError) {
        var file: MappedFile
        do throws(MappedFile.Failure) {
            file = try MappedFile(path: options.path)
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
        if let keys = options.keys { file = try MovieDecryption.clear(file, of: options.path, keys) }
        try self.init(file, options, context)
    }

    /// Reads the tables of a file, which the path of the options names in messages. Throws `limit-reached` if they
    /// describe more samples than the limit. Unless it `examinesSamples`, the sync samples are those of the movie,
    /// unchecked, and wrong ones are not reported. A file in Matroska requires its `index`.
    package init(
        _ file: MappedFile, index: MatroskaIndex? = nil, _ options: ReadMovie.Options, _ context: StageContext,
        maximumSamples: Int = .max, examinesSamples: Bool = true
    ) throws(StageError) {
        (self.file, self.index) = (file, index)
        path = options.path
        do throws(MovieFileError) {
            movie =
                if let index {
                    try MovieFile(reading: index.file.content, samplesIn: file.content)
                } else {
                    try MovieFile(reading: file.content, use: file.use)
                }
        } catch {
            let advice = error == .notAMovie ? MediaReader(file.content, path: options.path).advice : ""
            throw StageError(error.stageCode, "'\(options.path)': \(error)\(advice)")
        }
        if options.ignoresEdits { movie.removeEdits() }
        if maximumSamples < .max, movie.hasMoreSamples(than: maximumSamples) {
            throw StageError(.limitReached, "'\(options.path)' has more than \(maximumSamples) samples")
        }
        if let later = movie.additionalMovie { throw StageError(.unsupportedMedia, "'\(options.path)': \(later)") }
        if let truncation = movie.truncation, options.whenTruncated == .fail {
            throw StageError(
                .truncatedInput,
                "'\(options.path)': \(truncation); 'when-truncated: salvage' (segment --salvage) reads up to there")
        }
        for problem in index?.problems ?? [] { context.report(problem) }
        tracks = try MovieTrackSelection(
            options, movie, others: index?.uncarried ?? [], context, examinesSamples: examinesSamples
        ).tracks
        if let index { apply(index) }
        if !examinesSamples { for index in tracks.indices { tracks[index].keepFlags() } }
    }

    /// Sets the properties that movies do not contain.
    private mutating func apply(_ index: MatroskaIndex) {
        for position in tracks.indices {
            guard var attributes = index.attributes[tracks[position].movieTrack.id] else { continue }
            // It depends on the selected tracks.
            attributes.group = tracks[position].track.attributes.group
            tracks[position].track.attributes = attributes
        }
    }

    /// Selects the tracks of a recording in progress, whose duration and further sync samples are unknown.
    package init(
        _ recording: GrowingMovie, of file: MappedFile, _ options: ReadMovie.Options, _ context: StageContext
    ) throws(StageError) {
        (self.file, path, movie) = (file, options.path, recording.movie)
        tracks = try MovieTrackSelection(options, movie, context, examinesSamples: false).tracks
        for index in tracks.indices { tracks[index].removeEnd() }
    }

    /// Adds the fragments that were appended to a recording.
    package mutating func extend(to recording: GrowingMovie, of file: MappedFile) {
        (self.file, movie) = (file, recording.movie)
    }

    /// The tracks to announce.
    package var announcedTracks: [Track] { tracks.map(\.track) }

    /// Sets the properties of labels on the tracks.
    package mutating func label(_ labels: [TrackLabel]) {
        var counts: [MediaType: Int] = [:]
        for index in tracks.indices {
            let type = tracks[index].track.mediaType
            counts[type, default: 0] += 1
            for label in labels where label.matches(tracks[index].track, number: counts[type, default: 1]) {
                label.label(&tracks[index].track)
            }
        }
    }

    /// The chapters, in the times of the file. Titles in samples are read only if all bytes of the file are present.
    package var chapters: ChapterList {
        index?.chapters ?? (file.partial == nil ? movie.chapters : movie.userDataChapters)
    }

    /// Sets the chapters of all tracks.
    mutating func addChapters() {
        let chapters = chapters
        guard !chapters.isEmpty else { return }
        for index in tracks.indices { tracks[index].track.chapters = chapters }
    }

    /// Removes the tracks for which `isIncluded` returns false.
    package mutating func filter(_ isIncluded: (Track) -> Bool) { tracks.removeAll { !isIncluded($0.track) } }

    /// Whether a track of the movie, selected or not, has samples; recordings in progress may have none yet.
    var hasSamples: Bool { movie.tracks.contains { movie.sampleCount(of: $0) > 0 } }

    /// All samples, from the start.
    package var merge: MovieMerge { MovieMerge(movie: movie, tracks: tracks) }
}

// Reading parts.
extension SelectedMovie {
    /// Whether the samples of a track are converted to cues.
    package func hasCues(_ id: Track.ID) -> Bool { tracks.first { $0.track.id == id }?.cues != nil }

    /// The cues of all text tracks; nil if these have more than `limit` samples.
    package func mergeOfCues(limit: Int) -> MovieMerge? {
        let texts = tracks.filter { $0.cues != nil }
        guard texts.reduce(0, { $0 + movie.sampleCount(of: $1.movieTrack) }) <= limit else { return nil }
        return MovieMerge(movie: movie, tracks: texts)
    }

    /// Returns the first samples of a track; fewer if they have different formats.
    package func firstSamples(_ count: Int, of id: Track.ID) -> [Message<Sample>] {
        guard let track = tracks.first(where: { $0.track.id == id }) else { return [] }
        var reader = MovieTrackReader(track, movie)
        var messages: [Message<Sample>] = []
        for _ in 0..<count {
            guard reader.advance() != nil, let sample = reader.next,
                sample.descriptionIndex == reader.source.descriptionIndex
            else { break }
            reader.add(sample, of: movie, to: &messages)
        }
        return messages
    }
}

// Reading from places inside.
extension SelectedMovie {
    /// A place in the samples of a track.
    package struct Place: Sendable {
        let mark: SampleCursor.Mark
        /// The number of samples before the mark, in decode order.
        let position: Int
        /// The number of samples from the mark to the place.
        var distance = 0
    }

    /// Returns the places of the samples that are decoded at these times, which are in ticks and increase; nil for times
    /// at which no sample is decoded.
    ///
    /// Iterates over the tables of the track, from a place before all of them on.
    package func places(of id: Track.ID, decodedAt times: [Int64], from start: Place? = nil) -> [Place?] {
        var places = [Place?](repeating: nil, count: times.count)
        guard let track = tracks.first(where: { $0.track.id == id }) else { return places }
        var cursor =
            start.map { movie.cursor(for: track.movieTrack, at: $0.mark) } ?? movie.cursor(for: track.movieTrack)
        var (position, next) = (start?.position ?? 0, 0)
        while next < times.count {
            let mark = cursor.mark
            guard let sample = cursor.next() else { break }
            let ticks = sample.decodeTicks &+ track.shift
            while next < times.count, times[next] < ticks { next += 1 }
            if next < times.count, times[next] == ticks {
                places[next] = Place(mark: mark, position: position)
                next += 1
            }
            position += 1
        }
        return places
    }

    /// Returns the samples of a run that starts at `place`, as its segment contains them.
    package func samples(
        of run: SegmentComposition.Run, at place: Place, _ template: RenditionTemplate, continues: Bool
    ) throws(PackagingError) -> [Sample] {
        guard let track = tracks.first(where: { $0.track.id == run.track }) else { return [] }
        var reader = MovieTrackReader(track, movie, at: place.mark, position: place.position)
        reader.skip(place.distance)
        _ = reader.advance()
        var messages: [Message<Sample>] = []
        return try template.samples(of: run, continues: continues) { () throws(PackagingError) in
            while true {
                while messages.isEmpty, let sample = reader.next {
                    reader.add(sample, of: movie, to: &messages)
                    _ = reader.advance()
                }
                guard !messages.isEmpty else { return nil }
                switch messages.removeFirst() {
                case .payload(let sample): return .sample(sample)
                case .gap(_, let until): return .gap(until: until)
                // The template contains the format.
                case .track, .end: continue
                }
            }
        }
    }
}
