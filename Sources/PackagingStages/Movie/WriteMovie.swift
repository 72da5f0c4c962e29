import Glibc
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
        var text = false

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
                    "text", \.text,
                    "Whether to record WebVTT subtitles, which MP4 contains and QuickTime movies do not."),
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
    private let recordsText: Bool

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        path = options.path
        whenExists = options.whenExists
        var settings = MovieSettings(fileType: options.type ?? MovieFileType(fileName: options.path) ?? .mp4)
        if options.fragmentInterval > .zero { settings.movieFragmentInterval = options.fragmentInterval }
        settings.shouldOptimizeForNetworkUse = options.optimizeForNetworkUse
        self.settings = settings
        guard !options.text || settings.fileType != .mov else {
            throw StageError(.invalidOptions, "'text' requires type mp4: QuickTime movies contain no WebVTT")
        }
        recordsText = options.text
    }

    package func run(input: any Inlet<Sample>, context: StageContext) async throws {
        // A recording that continues after an error does not replace what it has recorded before.
        let isRepeated = context.services.value { RecordedPaths() }.contains(path)
        var recording = MovieRecording(
            path: path, whenExists: isRepeated ? .number : whenExists, settings: settings, recordsText: recordsText)
        if isRepeated { try recording.requireSpace() }
        do {
            while let messages = try await input.receive() { try recording.receive(messages, context) }
        } catch {
            // Keeps the recorded media after any error. After one of the file, it ends with the last complete fragment.
            if recording.failure == nil { try? recording.finish(context) }
            if !recording.removeIfEmpty() { context.services.value { RecordedPaths() }.insert(path) }
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
    /// The reason why the file could not be written.
    private(set) var failure: SystemError?
    /// Whether media was written.
    private var hasMedia = false
    private let recordsText: Bool
    /// The conversions of the text tracks that are recorded.
    private var cues: [Track.ID: RecordedCues] = [:]
    /// Omitted tracks: text, and tracks whose format changed, which a movie does not support.
    private var omittedTracks: Set<Track.ID> = []

    init(path: String, whenExists: WhenExists, settings: MovieSettings, recordsText: Bool) {
        self.path = path
        self.whenExists = whenExists
        self.recordsText = recordsText
        assembler = MovieAssembler(settings: settings)
    }

    mutating func receive(_ messages: [Message<Sample>], _ context: StageContext) throws(StageError) {
        try asStageErrors { (recording: inout MovieRecording) throws(PackagingError) in
            for message in messages {
                switch message {
                case .track(let track): try recording.announce(track, context)
                case .payload(let sample): try recording.append(sample, context)
                case .gap(let id, _): if recording.cues[id] == nil { recording.assembler.gap(id) }
                case .end(let id):
                    guard !recording.omittedTracks.contains(id) else { continue }
                    try recording.finishCues(of: id)
                    try recording.assembler.end(id)
                }
            }
            try recording.write(context)
        }
    }

    /// Handles a new or changed track. A fragmented movie has one format per track, so that a track ends when its format
    /// changes.
    private mutating func announce(_ track: Track, _ context: StageContext) throws(PackagingError) {
        var track = track
        if case .timedText = track.format {
            guard recordsText, let conversion = RecordedCues(track) else {
                if omittedTracks.insert(track.id).inserted {
                    let remedy = recordsText || RecordedCues(track) == nil ? "" : "; 'text: true' records them in MP4"
                    context.reportWarning(
                        "text-left-out", "subtitles are not recorded; '\(path)' contains the other tracks\(remedy)")
                }
                return
            }
            if cues[track.id] == nil { cues[track.id] = conversion }
            track = conversion.track
        }
        guard assembler.accepts(track) else {
            guard omittedTracks.insert(track.id).inserted else { return }
            try assembler.end(track.id)
            context.report(
                Problem(
                    .error, code: "format-changed",
                    message: "'\(path)' contains the \(track.mediaType.rawValue) track up to its format "
                        + "change; set fragment-interval to 0s, so that the movie contains several formats, or "
                        + "size or rate in the encoder to keep one format"))
            return
        }
        guard assembler.canAdd(track) else {
            guard omittedTracks.insert(track.id).inserted else { return }
            return context.reportWarning(
                "late-track",
                "'\(path)' does not contain the \(track.mediaType.rawValue) track that was added, or returned, after "
                    + "the movie started; to record it, start the recording when all tracks are present, or publish "
                    + "segments with fmp4.segment")
        }
        if !omittedTracks.contains(track.id) { try assembler.add(track) }
    }

    private mutating func append(_ sample: Sample, _ context: StageContext) throws(PackagingError) {
        guard !omittedTracks.contains(sample.track) else { return }
        guard cues[sample.track] != nil else { return try assembler.append(sample) }
        let samples: [Sample]
        do throws(PackagingError) {
            samples = try cues[sample.track]?.append(sample) ?? []
        } catch {
            // Other tracks are recorded whatever their subtitles contain.
            omittedTracks.insert(sample.track)
            context.reportWarning(
                "text-left-out", "'\(path)' contains the subtitles up to an error only: \(error.message)")
            return try assembler.end(sample.track)
        }
        for sample in samples { try assembler.append(sample) }
    }

    private mutating func finishCues(of id: Track.ID) throws(PackagingError) {
        for sample in try cues[id]?.finish() ?? [] { try assembler.append(sample) }
    }

    /// Throws if the file system has no space for some seconds of media.
    func requireSpace() throws(StageError) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        var status = statvfs()
        guard statvfs(folder.isEmpty ? "/" : folder, &status) == 0, status.f_blocks > 0 else { return }
        let (free, size) = (
            UInt64(status.f_bavail) * UInt64(status.f_frsize), UInt64(status.f_blocks) * UInt64(status.f_frsize)
        )
        guard free < min(16 << 20, size / 10) else { return }
        throw StageError(
            .unwritableOutput, "'\(path)' cannot be written: \(SystemError(code: ENOSPC)); free disk space"
        )
        .with(.outOfSpace)
    }

    /// Removes a file without media, which an error has left. Returns whether there is no recording.
    mutating func removeIfEmpty() -> Bool {
        if hasMedia { return false }
        if let file = file.take() { file.cancel() }
        return true
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
            for id in recording.cues.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                if !recording.omittedTracks.contains(id) { try recording.finishCues(of: id) }
            }
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
            let (free, number) = try whenExists.choose(path)
            if let number { report(number, free, context) }
            path = free
        }
        let hadFile = file != nil
        do throws(UnwritableFile) {
            if file == nil { file = try FileOperationSink(path: path, replacing: whenExists != .number) }
            try file?.perform(assembler.dequeueOperations())
        } catch {
            failure = error.reason
            let remedy = error.reason.isOutOfSpace ? "; free disk space" : ""
            throw PackagingError(.unwritableOutput, error.description + remedy)
        }
        hasMedia = hasMedia || hadFile
    }

    /// Reports the number of the recording once: one that cannot be written is attempted again under the same name.
    private func report(_ number: Int, _ free: String, _ context: StageContext) {
        let recorded = context.services.value { RecordedPaths() }
        guard recorded.isFirstReport(of: free) else { return }
        let reason = number == 2 ? ", since '\(path)' exists; later recordings get the next numbers" : ""
        context.report(Problem(.note, code: "numbered", message: "recording to '\(free)'\(reason)"))
    }

    private mutating func close() throws(PackagingError) {
        do throws(UnwritableFile) {
            if let file = file.take() { try file.finish() }
        } catch {
            failure = error.reason
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
            let persistence: StageError.Persistence =
                switch failure {
                case .some(let reason) where reason.isOutOfSpace: .outOfSpace
                case .some(let reason) where reason.isDeviceFailure: .temporary
                default: .permanent
                }
            throw StageError(error.stageCode, error.message).with(persistence)
        }
    }
}
