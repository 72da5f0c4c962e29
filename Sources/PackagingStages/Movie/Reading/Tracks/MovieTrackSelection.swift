import ISOMedia
import Media
import StageKit

/// Selects the tracks to read, and reports tracks that cannot be read.
struct MovieTrackSelection {
    /// Handler names that writers assign to every track, which have no meaning for users.
    private static let writersOwnNames: Set<String> = [
        "SoundHandler", "VideoHandler", "Core Media Audio", "Core Media Video",
        "ISO Media file produced by Google Inc.",
        "GPAC ISO Audio Handler", "GPAC ISO Video Handler", "soun", "vide", "SubtitleHandler", "text", "sbtl",
    ]

    let tracks: [SelectedMovieTrack]

    /// `others` are tracks of the original file that the movie does not contain.
    init(
        _ options: ReadMovie.Options, _ movie: MovieFile, others: [SourceTrack] = [], _ context: StageContext,
        examinesSamples: Bool
    ) throws(StageError) {
        let found = Self.sourceTracks(movie) + others
        let choice = TrackChoice(
            among: found, by: options.tracks, of: options.path, allowMissing: options.allowMissing)
        if let refusal = choice.error { throw refusal }
        choice.report(to: context, of: options.path)
        try self.init(found, choice, options, movie, context, examinesSamples: examinesSamples)
    }

    /// Reads the tracks that `choice` delivers of those that were found in the movie, in order.
    init(
        _ found: [SourceTrack], _ choice: TrackChoice, _ options: ReadMovie.Options, _ movie: MovieFile,
        _ context: StageContext, examinesSamples: Bool
    ) throws(StageError) {
        let taken = Set(choice.delivered)
        var chosen: [SelectedMovieTrack] = []
        for (movieTrack, found) in zip(movie.tracks, found) where taken.contains(found) {
            guard !movieTrack.hasEncryptedEntry, movie.encryptedFragment(of: movieTrack) == nil else {
                throw StageError(
                    .unsupportedMedia,
                    "track \(movieTrack.id) of '\(options.path)' is encrypted; "
                        + (movie.isFragmented
                            ? "set 'keys', or decrypt it first (sluice decrypt)"
                            : "its samples are not in movie fragments: decrypt it with the program that encrypted it first")
                )
            }
            guard let format = movieTrack.format else { continue }
            var selected = Self.selected(
                movieTrack, format, movie, context, options.path, examinesSamples: examinesSamples)
            selected.track.language = selected.track.language ?? found.language
            selected.track.origin = found.origin(
                in: options.path, by: options.tracks, allowMissing: options.allowMissing)
            choice.describe(&selected.track, found)
            chosen.append(selected)
        }
        TrackPurposes.markDefaults(chosen.map { ($0.track.id, $0.track.mediaType, $0.movieTrack.isEnabled) }) { id in
            if let index = chosen.firstIndex(where: { $0.track.id == id }) {
                chosen[index].track.attributes.isDefault = true
            }
        }
        tracks = chosen
    }

    /// The name of a track, unless it is a writer's own one.
    static func title(of track: MovieTrack) -> String? {
        track.name.flatMap { writersOwnNames.contains($0) ? nil : $0 }
    }

    private static func selected(
        _ movieTrack: MovieTrack, _ format: MediaFormat, _ movie: MovieFile, _ context: StageContext, _ path: String,
        examinesSamples: Bool
    ) -> SelectedMovieTrack {
        let cues = MovieCues(format)
        let samples = MovieTrackEdits(movieTrack, movie, format)
        let (first, entry) =
            samples.first.flatMap { sample in
                movieTrack.formats[sample.descriptionIndex - 1, default: nil].map { (sample, $0) }
            } ?? (nil, format)
        let format = Self.checked(cues?.format ?? entry, first, movieTrack, movie, context, path)
        let syncRule = SyncRule(format)
        var track = Track(id: context.makeTrackID(), format: format, timescale: movieTrack.timescale)
        track.language = movieTrack.language
        track.name = title(of: movieTrack)
        track.duration = movieTrack.edits.duration ?? movieTrack.duration
        track.nominalBitRate = movieTrack.nominalBitRate
        if format.mediaType == .video {
            let distances =
                examinesSamples
                ? SyncDistances(of: movieTrack, in: movie, format: format, samples.range)
                : SyncDistances(declaredBy: movieTrack, in: movie)
            (track.maximumSyncInterval, track.maximumClosedSyncInterval) = (distances.all, distances.closed)
            track.recoveryIntervals = distances.recovery
            distances.warn(of: movieTrack, context)
        }
        track.attributes.isForced = cues?.isForced ?? false
        movieTrack.purposes.apply(to: &track)
        if let tag = movieTrack.invalidLanguageTag {
            let language = movieTrack.language.map { "'\($0)' is used" } ?? "the language counts as unknown"
            context.reportWarning(
                "language-tag",
                "track \(movieTrack.id) of '\(path)' has the language '\(tag)', which is no BCP 47 tag; \(language)")
        }
        samples.apply(to: &track, of: path, context)
        return SelectedMovieTrack(
            track: track, movieTrack: movieTrack, shift: movieTrack.presentationShift, syncRule: syncRule, cues: cues,
            samples: samples.samples, descriptionIndex: first?.descriptionIndex ?? 1)
    }

    /// Returns the format, completed by the first sample.
    private static func checked(
        _ format: MediaFormat, _ first: MovieSample?, _ movieTrack: MovieTrack, _ movie: MovieFile,
        _ context: StageContext, _ path: String
    ) -> MediaFormat {
        guard let first else { return format }
        let check = CodecCheck(format, firstSample: movie.bytes(of: first, in: movieTrack))
        if let contradiction = check.contradiction {
            context.reportWarning(
                "codec-mismatch", "track \(movieTrack.id) of '\(path)': \(contradiction); the bitstream's value is used"
            )
        }
        return check.format
    }
}

extension MovieFileError {
    /// The stage error code for this error.
    var stageCode: StageError.Code {
        switch self {
        case .empty: .unreadableInput
        case .tooShort, .truncatedHeader, .noMovieBox(.cutOff): .truncatedInput
        default: .damagedInput
        }
    }
}
