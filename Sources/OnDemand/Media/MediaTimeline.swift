import Media
import Packaging
import PackagingStages
import StageKit
import SystemFiles

/// Opens the files of a presentation, and restricts them to the range that is presented.
struct MediaTimeline {
    /// The movies of an item, whose times start at zero if the item is a part.
    struct OpenedItem {
        var movies: [SelectedMovie]
        var length: MediaTime
        var boundaries: BoundaryTimes?
        /// The range of the movies; nil for all of it.
        var clip: (start: MediaTime, end: MediaTime?)?

        /// The chapters of the first movie with chapters, in the range.
        var chapters: ChapterList {
            let start = clip?.start ?? .zero
            let list = movies.lazy.map(\.chapters).first { !$0.isEmpty } ?? ChapterList()
            return list.clipped(from: start.ticks(at: 1000), to: (start + length).ticks(at: 1000))
        }
    }

    private let options: MoviePresentationOptions
    private let context: StageContext
    private let maximumSamples: Int
    /// Whether there are several items, whose tracks must end together.
    private let isSequence: Bool
    private let examinesSamples: Bool

    init(
        _ options: MoviePresentationOptions, _ context: StageContext, maximumSamples: Int, isSequence: Bool,
        examinesSamples: Bool
    ) {
        (self.options, self.context, self.maximumSamples) = (options, context, maximumSamples)
        (self.isSequence, self.examinesSamples) = (isSequence, examinesSamples)
    }

    /// Opens an item. A single one is not changed unless a range is selected.
    func item(
        _ item: PresentationInput.Item, _ selection: PresentationSelection?
    ) throws(StageError) -> OpenedItem {
        var movies: [SelectedMovie] = []
        for movie in item.movies {
            var selected = try SelectedMovie(
                movie.file, index: movie.index, options.reading(movie.name, movie.tracks), context,
                maximumSamples: maximumSamples,
                examinesSamples: examinesSamples)
            selected.label(movie.labels)
            movies.append(selected)
        }
        let (start, end) = (selection?.start ?? item.start, selection?.end ?? item.end)
        let isPart = start != nil || end != nil || isSequence
        let videos = videoTracks(of: movies, isNeeded: isPart || movies.count > 1)
        var opened = OpenedItem(movies: movies, length: length(of: movies, videos))
        if isPart {
            let range = try range(from: start, to: end, opened, videos, item)
            opened.clip = range
            for index in opened.movies.indices {
                opened.movies[index].clip(
                    from: range.start, to: range.end, accepts: points,
                    allowsGradualRecovery: options.profile.allowsGradualRecovery)
                opened.movies[index].shift(by: .zero - range.start)
            }
            opened.movies.removeAll { $0.announcedTracks.isEmpty }
            opened.length = (range.end ?? opened.length) - range.start
        }
        if videos.count > 1 {
            let clip = opened.clip
            let tracks = clip.map { clip in videos.map { $0.clipped(from: clip.start, to: clip.end) } } ?? videos
            opened.boundaries = try CommonBoundaries(tracks, interval: options.interval).times
        }
        return opened
    }

    /// Reads a subtitle file; nil, with a report, if it cannot be read.
    func subtitles(_ file: PresentationInput.Subtitles) -> SubtitleSamples? {
        var reading = ReadText.Options()
        (reading.path, reading.offset) = (file.name, file.offset)
        reading.encoding = file.encoding ?? options.textEncoding
        do throws(StageError) {
            var cues = try SubtitleSamples(file.file.content, reading, language: file.label.language?.text, context)
            cues.label(file.label)
            return cues
        } catch {
            context.report(CompanionFiles.problem(error))
            return nil
        }
    }

    private var points: RandomAccess { options.randomAccess ?? options.profile.defaultRandomAccess }

    private func videoTracks(of movies: [SelectedMovie], isNeeded: Bool) -> [VideoTrackTimes] {
        guard isNeeded else { return [] }
        return movies.flatMap { movie in
            movie.announcedTracks.compactMap { track in
                movie.videoTimes(
                    of: track.id, accepts: points, allowsGradualRecovery: options.profile.allowsGradualRecovery
                ).map { VideoTrackTimes(file: movie.path, times: $0) }
            }
        }
    }

    /// The end of the video, or of the longest track.
    private func length(of movies: [SelectedMovie], _ videos: [VideoTrackTimes]) -> MediaTime {
        videos.map(\.times.end).max() ?? movies.flatMap(\.announcedTracks).compactMap(\.duration).max() ?? .zero
    }

    /// The range between sync samples that all videos have.
    private func range(
        from start: MediaTime?, to end: MediaTime?, _ opened: OpenedItem, _ videos: [VideoTrackTimes],
        _ item: PresentationInput.Item
    ) throws(StageError) -> (start: MediaTime, end: MediaTime?) {
        let name = item.movies.first?.name ?? ""
        guard start ?? .zero < opened.length else {
            throw StageError(
                .invalidOptions,
                "'\(name)' ends at \(opened.length.decimal(places: 3)) s, before the start of the selected range")
        }
        guard !videos.isEmpty else { return (start ?? .zero, end.map { min($0, opened.length) } ?? opened.length) }
        let common = CommonBoundaries.common(videos)
        guard let first = common.last(where: { $0 <= start ?? .zero }) ?? common.first else {
            throw StageError(.badTimestamps, "the videos of '\(name)' have no common sync sample")
        }
        let last = end.flatMap { end in common.first { $0 >= end && $0 > first } }
        return (first, last ?? opened.length)
    }
}
