import ISOMedia
import Media
import StageKit

/// A track of a movie that is read, and how its times become ours.
struct SelectedMovieTrack: Sendable {
    let track: Track
    let movieTrack: MovieTrack
    /// Added to decode ticks of the media: the edit list takes priming and reorder delay out, or delays the track.
    let shift: Int64
    /// What decides whether a sync sample is one; nil where the movie does.
    let syncRule: SyncRule?

    /// What makes cues of samples; nil for media that are carried as they are.
    let cues: MovieCues?

    func sample(from sample: MovieSample, in movie: MovieFile) -> Sample {
        let bytes = movie.bytes(of: sample, in: movieTrack)
        return Sample(
            track: track.id, timescale: track.timescale, decodeTicks: sample.decodeTicks &+ shift,
            presentationOffset: sample.compositionOffset, duration: sample.duration,
            flags: syncRule?.flags(sample.flags, of: bytes) ?? sample.flags, bytes: bytes)
    }
}

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
            guard !movieTrack.isEncrypted else {
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
                    "track \(movieTrack.id) of '\(options.path)' cannot be carried, \(movieTrack.obstacle)")
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
        let format = try Self.checked(cues?.format ?? format, movieTrack, movie, context, path)
        let syncRule = SyncRule(format)
        var track = Track(id: context.makeTrackID(), format: format, timescale: movieTrack.timescale)
        track.language = movieTrack.language
        track.name = movieTrack.name.flatMap { Self.writersOwnNames.contains($0) ? nil : $0 }
        track.duration = movieTrack.edits.duration ?? movieTrack.duration
        track.nominalBitRate = movieTrack.nominalBitRate
        if format.mediaType == .video {
            track.longestSyncDistance = Self.syncDistance(movieTrack, movie, syncRule, context)
        }
        track.attributes.isForced = cues?.isForced ?? false
        if movieTrack.edits.isComplex {
            context.warn(
                "edit-list", "track \(movieTrack.id) has several edits; the first one places it and the rest is ignored"
            )
        }
        if movieTrack.sampleEntryCount > 1 {
            context.warn(
                "sample-descriptions",
                "track \(movieTrack.id) has \(movieTrack.sampleEntryCount) sample descriptions; "
                    + "samples of any but the first may not play")
        }
        if format.mediaType == .audio { track.priming = movieTrack.edits.mediaStart }
        return SelectedMovieTrack(
            track: track, movieTrack: movieTrack, shift: movieTrack.presentationShift, syncRule: syncRule, cues: cues)
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

    /// The format with what the first sample says; refuses samples that are not what the sample entry says.
    private static func checked(
        _ format: MediaFormat, _ movieTrack: MovieTrack, _ movie: MovieFile, _ context: StageContext, _ path: String
    ) throws(StageError) -> MediaFormat {
        var cursor = movie.cursor(for: movieTrack)
        guard let first = cursor.next() else { return format }
        let check = CodecCheck(format, firstSample: movie.bytes(of: first))
        if let fault = check.fault {
            let name = format.codecName ?? format.mediaType.rawValue
            throw StageError(.unsupportedMedia, "\(name), track \(movieTrack.id) of '\(path)', \(fault)")
        }
        if let contradiction = check.contradiction {
            context.warn(
                "codec-mismatch", "track \(movieTrack.id) of '\(path)': \(contradiction), and that is what is signalled"
            )
        }
        return check.format
    }

    /// The longest distance between samples that segments can begin with; says where the movie marks others.
    private static func syncDistance(
        _ movieTrack: MovieTrack, _ movie: MovieFile, _ rule: SyncRule?, _ context: StageContext
    ) -> MediaTime? {
        guard let rule else { return movie.longestSyncDistance(of: movieTrack) }
        var (marked, wrong) = (0, 0)
        let distance = movie.longestSyncDistance(of: movieTrack) { sample in
            marked += 1
            let holds = rule.holds(movie.bytes(of: sample))
            if !holds { wrong += 1 }
            return holds
        }
        if wrong > 0 {
            context.warn(
                "open-gop",
                "\(wrong) of the \(marked) sync samples of track \(movieTrack.id) are followed by pictures that refer "
                    + "to what is before them (an open group of pictures); segments begin at the others only")
        }
        return distance
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
