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
        let bytes = movie.bytes(of: sample)
        return Sample(
            track: track.id, timescale: track.timescale, decodeTicks: sample.decodeTicks &+ shift,
            presentationOffset: sample.compositionOffset, duration: sample.duration,
            flags: syncRule?.flags(sample.flags, of: bytes) ?? sample.flags, bytes: bytes)
    }
}

/// Chooses the tracks that are read and reports those that cannot be.
struct MovieTrackSelection {
    /// Handler names that writers give to every track, which tell people nothing.
    private static let writersOwnNames: Set<String> = [
        "SoundHandler", "VideoHandler", "Core Media Audio", "Core Media Video",
        "ISO Media file produced by Google Inc.",
        "GPAC ISO Audio Handler", "GPAC ISO Video Handler", "soun", "vide", "SubtitleHandler", "text", "sbtl",
    ]

    let tracks: [SelectedMovieTrack]

    init(_ options: ReadMovie.Options, _ movie: MovieFile, _ context: StageContext) throws(StageError) {
        let found = Self.sourceTracks(movie)
        let choice = TrackChoice(among: found, by: options.tracks, of: options.path)
        if let refusal = choice.refusal { throw refusal }
        choice.report(to: context, of: options.path)
        let taken = Set(choice.taken)
        var chosen: [SelectedMovieTrack] = []
        for (movieTrack, found) in zip(movie.tracks, found) where taken.contains(found) {
            guard !movieTrack.isEncrypted else {
                throw StageError(
                    .unsupportedMedia,
                    "track \(movieTrack.id) of '\(options.path)' is encrypted; decrypt it before packaging")
            }
            guard let format = movieTrack.format else { continue }
            chosen.append(Self.selected(movieTrack, format, movie, context, options.path))
        }
        tracks = chosen
    }

    private static func selected(
        _ movieTrack: MovieTrack, _ format: MediaFormat, _ movie: MovieFile, _ context: StageContext, _ path: String
    ) -> SelectedMovieTrack {
        let cues = MovieCues(format)
        let format = Self.checked(cues?.format ?? format, movieTrack, movie, context, path)
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

    /// The format with what the first sample says.
    private static func checked(
        _ format: MediaFormat, _ movieTrack: MovieTrack, _ movie: MovieFile, _ context: StageContext, _ path: String
    ) -> MediaFormat {
        var cursor = movie.cursor(for: movieTrack)
        guard let first = cursor.next() else { return format }
        let check = CodecCheck(format, firstSample: movie.bytes(of: first))
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
