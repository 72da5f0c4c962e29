import Media
import Packaging
import PackagingStages
import StageKit
import SystemFiles

/// The media of a presentation: items of one or more movies each, one after the other, and subtitle files.
struct PresentedMedia: Sendable {
    /// A place in the samples of a track.
    struct Place: Sendable {
        fileprivate let movie: Int32
        fileprivate let place: SelectedMovie.Place
    }

    /// The movies that are presented together, in a range of the timeline.
    struct Item: Sendable {
        var movies: [SelectedMovie]
        var end: MediaTime
        /// The chapters of the movies in the range, in the times of the presentation.
        var chapters = ChapterList()
        var tracks: [Track] { movies.flatMap(\.announcedTracks) }
    }

    private(set) var items: [Item]
    /// The movies of all items.
    private var movies: [SelectedMovie]
    private let subtitles: [SubtitleSamples]
    /// The files.
    private(set) var input: PresentationInput
    /// The range that is presented of a single item; nil for all of it.
    let clip: (start: MediaTime, end: MediaTime?)?
    /// The starts of segments that several video tracks have in common; nil for one track.
    let boundaries: BoundaryTimes?

    /// Reads the tables of all files. Throws `limit-reached` if they describe more samples than the limit, and
    /// `bad-timestamps` if movies do not fit together.
    init(
        _ input: PresentationInput, _ options: MoviePresentationOptions, _ context: StageContext, maximumSamples: Int,
        examinesSamples: Bool
    ) throws(StageError) {
        self.input = input
        let selection = options.selection.range
        guard selection == nil || input.isWhole else {
            throw StageError(
                .invalidOptions, "'\(input.name)' is a sequence or a part, of which no range of time can be selected")
        }
        let timeline = MediaTimeline(
            options, context, maximumSamples: maximumSamples / max(1, input.files.count),
            isSequence: input.items.count > 1, examinesSamples: examinesSamples)
        var sequence = MediaSequence(context)
        for item in input.items { sequence.append(try timeline.item(item, selection)) }
        var texts: [SubtitleSamples] = []
        for problem in input.problems { context.report(problem) }
        for file in input.subtitles {
            guard var cues = timeline.subtitles(file) else { continue }
            if selection != nil, let range = sequence.clip { cues.clip(from: range.start, to: range.end) }
            texts.append(cues)
        }
        if let tracks = options.selection.tracks {
            sequence.filter { tracks.selects($0.mediaType, language: $0.language, number: Int($0.id.rawValue)) }
            texts.removeAll { !tracks.selects(.text, language: $0.track.language, number: Int($0.track.id.rawValue)) }
            guard !sequence.items.allSatisfy(\.movies.isEmpty) || !texts.isEmpty else {
                throw StageError(
                    .noUsableTrack, "'\(input.name)' has no track that 'tracks=\(tracks.optionText)' selects")
            }
        }
        (items, boundaries, clip) = (sequence.items, sequence.boundaries, sequence.clip)
        (movies, subtitles) = (sequence.items.flatMap(\.movies), texts)
    }

    /// No media: the segments are files.
    init(named name: String) {
        input = PresentationInput(name: name)
        (items, movies, subtitles, boundaries, clip) = ([], [], [], nil, nil)
    }

    /// A recording in progress.
    init(recording movie: SelectedMovie, _ input: PresentationInput) {
        self.input = input
        (movies, subtitles, boundaries, clip) = ([movie], [], nil, nil)
        items = [Item(movies: movies, end: .zero)]
    }

    /// Adds the fragments that were appended to a recording.
    mutating func extend(to movie: SelectedMovie) {
        movies = [movie]
        items[0].movies = movies
        input.items[0].movies[0].file = movie.file
    }

    /// The files that back the media.
    var files: [MappedFile] { input.files }
    /// The name in messages.
    var name: String { input.name }

    /// The movie of a presentation of a single movie; nil for others.
    var movie: SelectedMovie? { movies.count == 1 && subtitles.isEmpty ? movies[0] : nil }

    /// A place in ``movie``.
    static func place(_ place: SelectedMovie.Place) -> Place { Place(movie: 0, place: place) }

    /// The tracks at the start.
    private var tracks: [Track] { (items.first?.tracks ?? []) + subtitles.map(\.track) }

    /// The chapters of the movies.
    var chapters: ChapterList {
        var list = ChapterList()
        for chapter in items.flatMap(\.chapters.chapters) { list.add(chapter) }
        return list
    }

    /// The messages before the samples of movies: the announcement of all tracks, and the subtitles.
    var opening: [Message<Sample>] {
        tracks.map { .track($0) }
            + subtitles.flatMap { cues in cues.samples.map { .payload($0) } + [.end(cues.track.id)] }
    }

    /// The messages after the samples of movies.
    var ending: [Message<Sample>] { (items.first?.tracks ?? []).map { .end($0.id) } }

    /// The samples of movies, from the start.
    var merge: MediaMerge { MediaMerge(items) }

    /// Whether the context of a segment may matter, so that segments are compared.
    var isSequence: Bool { items.count > 1 }

    /// Whether no file has lost bytes since it was mapped.
    var isComplete: Bool { files.allSatisfy(\.isComplete) }

    /// Returns the places of the samples that are decoded at these times, which are in ticks and increase; nil for times
    /// at which no sample is decoded.
    func places(of id: Track.ID, decodedAt times: [Int64], from start: Place? = nil) -> [Place?] {
        var result = [Place?](repeating: nil, count: times.count)
        for (index, movie) in movies.enumerated() where movie.announcedTracks.contains(where: { $0.id == id }) {
            for (position, place) in movie.places(
                of: id, decodedAt: times, from: start?.place
            ).enumerated() where result[position] == nil {
                result[position] = place.map { Place(movie: Int32(index), place: $0) }
            }
        }
        return result
    }

    /// Returns the samples of a run that starts at `place`, as its segment contains them.
    func samples(
        of run: SegmentComposition.Run, at place: Place, _ template: RenditionTemplate, continues: Bool
    ) throws(PackagingError) -> [Sample] {
        try movies[Int(place.movie)].samples(of: run, at: place.place, template, continues: continues)
    }
}
