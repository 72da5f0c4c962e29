import Packaging
import SystemFiles
import ISOMedia
package import Media
package import StageKit

extension MovieFileType: OptionValue {}

/// Records coded tracks in a movie file: a thin face over the asset writer's movie assembler.
package struct WriteMovie: Sink {
    package struct Options: StageOptions {
        var path = ""
        var type: MovieFileType?
        var fragmentInterval = MediaTime.seconds(2)
        var optimizeForNetworkUse = false
        var whenExists = WhenExists.number

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "The file; made when the first sample comes."),
                .option(
                    "when-exists", \.whenExists,
                    "What becomes of a recording that is there: the new one gets a number, replaces it, or fails."),
                .option("type", \.type, "What kind of movie it is; by default what the path ends with, else mp4."),
                .option(
                    "fragment-interval", \.fragmentInterval, in: .zero...(.seconds(3600)),
                    "How much is lost when the run is cut off; 0s keeps no fragments, and all is lost."),
                .option(
                    "optimize-for-network-use", \.optimizeForNetworkUse,
                    "Whether the file is written anew at the end, with the movie box before the media."),
            ]
        }
    }

    package static let kind = "file.movie"
    package static let abstract = "Records coded tracks in an MP4 or QuickTime movie that survives a crash."
    /// Every encoder announces its own track, some later than others; a movie has to know them all.
    package static var interleavesInputs: Bool { true }

    private let path: String
    private let whenExists: WhenExists
    private let settings: MovieSettings

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        path = options.path
        whenExists = options.whenExists
        var settings = MovieSettings(fileType: options.type ?? MovieFileType(fileName: options.path) ?? .mp4)
        if options.fragmentInterval > .zero { settings.movieFragmentInterval = options.fragmentInterval }
        settings.shouldOptimizeForNetworkUse = options.optimizeForNetworkUse
        self.settings = settings
    }

    package func run(input: any Inlet<Sample>, context: StageContext) async throws {
        var recording = MovieRecording(path: path, whenExists: whenExists, settings: settings)
        do {
            while let messages = try await input.receive() { try recording.receive(messages, context) }
        } catch {
            // What has come is worth having, whatever ended the run.
            try? recording.finish(context)
            throw error
        }
        try recording.finish(context)
    }
}

/// A movie assembler and the file that it writes into, opened when there is something to write.
private struct MovieRecording: ~Copyable {
    private var path: String
    private let whenExists: WhenExists
    private var assembler: MovieAssembler
    private var file: FileOperationSink?
    /// Tracks that are left out: text, and those that went on in another format, which a movie cannot hold.
    private var omittedTracks: Set<Track.ID> = []

    init(path: String, whenExists: WhenExists, settings: MovieSettings) {
        self.path = path
        self.whenExists = whenExists
        assembler = MovieAssembler(settings: settings)
    }

    mutating func receive(_ messages: [Message<Sample>], _ context: StageContext) throws(StageError) {
        try asStageErrors { (recording: inout MovieRecording) throws(PackagingError) in
            for message in messages {
                switch message {
                case .track(let track): try recording.announce(track, context)
                case .payload(let sample):
                    if !recording.omittedTracks.contains(sample.track) { try recording.assembler.append(sample) }
                case .gap(let id, _): recording.assembler.gap(id)
                case .end(let id): try recording.assembler.end(id)
                }
            }
            try recording.write(context)
        }
    }

    /// A movie has one format for each track: what comes in another one is left out, and the others go on.
    private mutating func announce(_ track: Track, _ context: StageContext) throws(PackagingError) {
        if case .timedText = track.format {
            if omittedTracks.insert(track.id).inserted {
                context.reportWarning("text-left-out", "subtitles are not recorded; '\(path)' has the other tracks")
            }
            return
        }
        guard assembler.accepts(track) else {
            guard omittedTracks.insert(track.id).inserted else { return }
            try assembler.end(track.id)
            context.report(
                Problem(
                    .error, code: "format-changed",
                    message: "'\(path)' has the \(track.mediaType.rawValue) track up to where its format changes; "
                        + "set size or rate in the encoder to keep one format"))
            return
        }
        if !omittedTracks.contains(track.id) { try assembler.add(track) }
    }

    /// Makes the file whole; what is wrong with it and does not make it useless is reported.
    mutating func finish(_ context: StageContext) throws(StageError) {
        for (track, count) in assembler.skippedBeforeSync {
            context.reportWarning(
                "skipped-before-sync",
                "the \(track.mediaType.rawValue) track began with \(count) samples that need an earlier sync sample; "
                    + "they were left out")
        }
        try asStageErrors { (recording: inout MovieRecording) throws(PackagingError) in
            try recording.assembler.finish()
            try recording.write(context)
        }
        if let reason = file?.rewriteFailure {
            context.reportWarning(
                "not-optimized", "'\(path)' is whole, and its movie box is at the end, not before the media: \(reason)")
        }
        try asStageErrors { (recording: inout MovieRecording) throws(PackagingError) in
            try recording.close()
        }
    }

    private mutating func write(_ context: StageContext) throws(PackagingError) {
        guard assembler.hasOperations else { return }
        if file == nil {
            let (free, isTaken) = try whenExists.choose(path)
            if isTaken {
                context.report(
                    Problem(.note, code: "numbered", message: "'\(path)' is there already, so '\(free)' is recorded"))
            }
            path = free
        }
        do throws(UnwritableFile) {
            if file == nil { file = try FileOperationSink(path: path, replacing: whenExists != .number) }
            try file?.perform(assembler.dequeueOperations())
        } catch {
            throw PackagingError(.unwritableOutput, error.description)
        }
    }

    private mutating func close() throws(PackagingError) {
        do throws(UnwritableFile) {
            if let file = file.take() { try file.finish() }
        } catch {
            throw PackagingError(.unwritableOutput, error.description)
        }
    }

    /// Runs `body` and gives its error the form in which stages fail.
    private mutating func asStageErrors(
        _ body: (inout MovieRecording) throws(PackagingError) -> Void
    ) throws(StageError) {
        do throws(PackagingError) {
            try body(&self)
        } catch {
            throw StageError(error.stageCode, error.message)
        }
    }
}
