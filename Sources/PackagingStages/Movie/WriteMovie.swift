import Packaging
import SystemFiles
import ISOMedia
package import Media
package import StageKit

extension MovieFileType: OptionValue {}

/// Records coded tracks in a movie file with `MovieAssembler`.
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
                .required("path", \.path, "Movie file, created at the first sample."),
                .option(
                    "when-exists", \.whenExists,
                    "Policy for an existing recording: add a number to the new name, replace it, or fail."),
                .option("type", \.type, "Movie file type; by default from the file name, else mp4."),
                .option(
                    "fragment-interval", \.fragmentInterval, in: .zero...(.seconds(3600)),
                    "Interval between fragments, the maximum loss after a crash; 0s writes no fragments, so that a "
                        + "crash loses all."),
                .option(
                    "optimize-for-network-use", \.optimizeForNetworkUse,
                    "Whether to rewrite the file at the end with the movie box before the media."),
            ]
        }
    }

    package static let kind = "file.movie"
    package static let abstract = "Records coded tracks in an MP4 or QuickTime movie that survives crashes."
    /// Encoders announce their tracks at different times, and a movie must know all tracks.
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
            // Keeps the recorded media after any error.
            try? recording.finish(context)
            throw error
        }
        try recording.finish(context)
    }
}

/// A movie assembler and its output file, which is opened at the first write.
private struct MovieRecording: ~Copyable {
    private var path: String
    private let whenExists: WhenExists
    private var assembler: MovieAssembler
    private var file: FileOperationSink?
    /// Omitted tracks: text, and tracks whose format changed, which a movie does not support.
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

    /// Handles a new or changed track. A movie has one format per track, so a track ends when its format changes.
    private mutating func announce(_ track: Track, _ context: StageContext) throws(PackagingError) {
        if case .timedText = track.format {
            if omittedTracks.insert(track.id).inserted {
                context.reportWarning(
                    "text-left-out", "subtitles are not recorded; '\(path)' contains the other tracks")
            }
            return
        }
        guard assembler.accepts(track) else {
            guard omittedTracks.insert(track.id).inserted else { return }
            try assembler.end(track.id)
            context.report(
                Problem(
                    .error, code: "format-changed",
                    message: "'\(path)' contains the \(track.mediaType.rawValue) track up to its format "
                        + "change; set size or rate in the encoder to keep one format"))
            return
        }
        if !omittedTracks.contains(track.id) { try assembler.add(track) }
    }

    /// Completes the file. Reports problems that do not make it unusable.
    mutating func finish(_ context: StageContext) throws(StageError) {
        for (track, count) in assembler.skippedBeforeSync {
            context.reportWarning(
                "skipped-before-sync",
                "the \(track.mediaType.rawValue) track starts with \(count) samples that "
                    + "require an earlier sync sample; they are dropped")
        }
        try asStageErrors { (recording: inout MovieRecording) throws(PackagingError) in
            try recording.assembler.finish()
            try recording.write(context)
        }
        if let reason = file?.rewriteFailure {
            context.reportWarning(
                "not-optimized", "'\(path)' is complete, but its movie box is after the media: \(reason)")
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
                    Problem(.note, code: "numbered", message: "'\(path)' exists; recording to '\(free)'"))
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

    /// Runs `body` and converts its error to a stage error.
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
