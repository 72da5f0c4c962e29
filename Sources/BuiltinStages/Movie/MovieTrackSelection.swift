import ISOMedia
import Media
import StageKit

/// Chooses the tracks that are read and refuses what cannot be.
struct MovieTrackSelection {
    /// Handler names that writers give to every track, which tell people nothing.
    private static let writersOwnNames: Set<String> = [
        "SoundHandler", "VideoHandler", "Core Media Audio", "Core Media Video",
        "ISO Media file produced by Google Inc.",
        "GPAC ISO Audio Handler", "GPAC ISO Video Handler", "soun", "vide", "SubtitleHandler", "text", "sbtl",
    ]

    let tracks: [SelectedMovieTrack]

    init(_ options: ReadMovie.Options, _ movie: MovieFile, _ context: StageContext) throws(StageError) {
        var chosen: [SelectedMovieTrack] = []
        let chapters = Set(movie.tracks.flatMap(\.chapterTracks))
        for movieTrack in movie.tracks {
            guard let type = movieTrack.mediaType, options.tracks.takes(type) else { continue }
            if type == .text, !Self.isSubtitles(movieTrack, chapters, options, context) { continue }
            guard !movieTrack.hasEncryptedEntry, movie.encryptedFragment(of: movieTrack) == nil else {
                throw StageError(
                    .unsupportedMedia,
                    "track \(movieTrack.id) of '\(options.path)' is encrypted; decrypt it before packaging")
            }
            guard !movieTrack.isElsewhere else {
                throw StageError(
                    .unsupportedMedia,
                    "the samples of track \(movieTrack.id) of '\(options.path)' are in another file; copy them into one "
                        + "movie first")
            }
            guard let format = movieTrack.format else {
                throw StageError(
                    .unsupportedMedia,
                    "track \(movieTrack.id) of '\(options.path)' is coded as '\(movieTrack.sampleEntryCode)', "
                        + "which HLS in fragmented MP4 does not carry; encode it (sluice segment --encode)")
            }
            chosen.append(try Self.selected(movieTrack, format, movie, context, options.path))
        }
        guard !chosen.isEmpty else {
            throw StageError(
                .noUsableTrack, "'\(options.path)' has no \(options.tracks.words) track")
        }
        tracks = chosen
    }

    private static func selected(
        _ movieTrack: MovieTrack, _ format: MediaFormat, _ movie: MovieFile, _ context: StageContext, _ path: String
    ) throws(StageError) -> SelectedMovieTrack {
        let cues = MovieCues(format)
        let samples = MovieTrackEdits(movieTrack, movie, format)
        let (first, entry) =
            samples.first.flatMap { sample in
                movieTrack.formats[sample.descriptionIndex - 1, default: nil].map { (sample, $0) }
            } ?? (nil, format)
        let format = try Self.checked(cues?.format ?? entry, first, movieTrack, movie, context, path)
        let syncRule = SyncRule(format)
        var track = Track(id: context.makeTrackID(), format: format, timescale: movieTrack.timescale)
        track.language = movieTrack.language
        track.name = movieTrack.name.flatMap { Self.writersOwnNames.contains($0) ? nil : $0 }
        track.duration = movieTrack.edits.duration ?? movieTrack.duration
        track.nominalBitRate = movieTrack.nominalBitRate
        if format.mediaType == .video {
            let distances = SyncDistances(of: movieTrack, in: movie, format: format, samples.range)
            (track.longestSyncDistance, track.longestClosedSyncDistance) = (distances.all, distances.closed)
            distances.warn(of: movieTrack, context)
        }
        track.attributes.isForced = cues?.isForced ?? false
        samples.apply(to: &track, of: path, context)
        return SelectedMovieTrack(
            track: track, movieTrack: movieTrack, shift: movieTrack.presentationShift, syncRule: syncRule, cues: cues,
            samples: samples.samples, descriptionIndex: first?.descriptionIndex ?? 1)
    }

    /// Whether text can be offered as subtitles: titles of chapters are passed over, and what is not read is said.
    private static func isSubtitles(
        _ track: MovieTrack, _ chapters: Set<UInt32>, _ options: ReadMovie.Options, _ context: StageContext
    ) -> Bool {
        if chapters.contains(track.id) { return false }
        if let format = track.format, MovieCues(format) != nil { return true }
        context.warn(
            "text-left-out",
            "track \(track.id) of '\(options.path)' is text coded as '\(track.sampleEntryCode)', which is not read; "
                + "tx3g, wvtt and stpp are")
        return false
    }

    /// The format with what the first sample says; refuses fields.
    private static func checked(
        _ format: MediaFormat, _ first: MovieSample?, _ movieTrack: MovieTrack, _ movie: MovieFile,
        _ context: StageContext, _ path: String
    ) throws(StageError) -> MediaFormat {
        if case .codedVideo(let video) = format, video.isInterlaced {
            throw StageError(
                .unsupportedMedia,
                "track \(movieTrack.id) of '\(path)' is interlaced, which HLS does not carry; "
                    + "encode it, which deinterlaces (sluice segment --encode)")
        }
        guard let first else { return format }
        let check = CodecCheck(format, firstSample: movie.bytes(of: first))
        if let contradiction = check.contradiction {
            context.warn(
                "codec-mismatch", "track \(movieTrack.id) of '\(path)': \(contradiction), and that is what is signalled"
            )
        }
        return check.format
    }
}

extension TrackSelection {
    fileprivate var words: String { self == .all ? "video, audio or text" : rawValue }
}

extension MovieFileError {
    /// How the stage fails with this error.
    var stageCode: StageError.Code {
        switch self {
        case .empty: .unreadableInput
        case .truncatedHeader, .noMovieBox(.cutOff): .truncatedInput
        default: .damagedInput
        }
    }
}
