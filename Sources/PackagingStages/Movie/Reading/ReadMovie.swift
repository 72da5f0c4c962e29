package import Media
package import ProtectionStages
package import StageKit
import SystemFiles

/// Reads the coded samples of an MP4, QuickTime or fragmented MP4 file, without copying them.
package struct ReadMovie: Source, MediaTypeDeclaring, PaceDeclaring {
    package struct Options: StageOptions {
        package var path = ""
        package var tracks = TrackSelection.all
        package var whenTruncated = TruncationPolicy.fail
        package var keys: KeySourceOptions?
        /// Whether all media are read at their own times, for decoding by ``EditedPresentation``.
        package var ignoresEdits = false
        package var allowMissing: [EssentialTracks] = []

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Movie file."),
                .option("tracks", \.tracks, "Tracks to read: \(TrackSelection.help(number: "track_ID"))."),
                TruncationPolicy.option(\.whenTruncated),
                .option(
                    "keys", \.keys,
                    "Content keys of encrypted fragmented files (cbcs, cenc), which are decrypted to a temporary file "
                        + "first."),
                .option(EssentialTracks.optionName, \.allowMissing, EssentialTracks.optionHelp),
            ]
        }
    }

    package static let kind = "mp4.read"
    package static let abstract = "Reads the coded samples of an MP4, QuickTime or fragmented MP4 file."

    private let options: Options

    package init(options: Options) { self.options = options }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        var movie = try SelectedMovie(options, context)
        guard movie.hasSamples else {
            throw StageError(.damagedInput, "'\(options.path)' has no samples; it consists of tables only")
        }
        movie.addChapters()
        try await output.send(movie.tracks.map { .track($0.track) })
        var merge = movie.merge
        while !context.stop.isRaised {
            guard movie.file.isComplete else {
                throw StageError(.truncatedInput, "'\(options.path)' was truncated while it was being read")
            }
            let batch = try merge.nextBatch(from: options.path)
            if batch.isEmpty { break }
            movie.file.populate(merge.range)
            try await output.send(batch)
        }
        merge.report(of: options.path, context)
        try await output.send(movie.tracks.map { .end($0.track.id) })
    }
}

extension ReadMovie {
    package var isLive: Bool? { false }
    package func emittedMediaTypes(from accepted: Set<MediaType>) -> Set<MediaType> { options.tracks.mediaTypes }
}
