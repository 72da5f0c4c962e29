import Packaging
import SystemFiles
package import Media
package import StageKit

extension TimedTextFile.Syntax: OptionValue {}

/// Reads a subtitle file and emits its cues as a text track.
package struct ReadText: Source {
    package struct Options: StageOptions {
        package var path = ""
        package var syntax: TimedTextFile.Syntax?
        package var offset = SignedTime(time: .zero)

        package init() {}
        package static var fields: [OptionField<Options>] {
            [
                .required("path", \.path, "Subtitle file in WebVTT or SubRip format, UTF-8."),
                .option("syntax", \.syntax, "Format of the file; by default detected from its first line."),
                .option("offset", \.offset, "Offset added to all times; may be negative."),
            ]
        }
    }

    package static let kind = "text.read"
    package static let abstract = "Reads a WebVTT or SubRip subtitle file."

    /// The maximum number of problems of one file that are reported individually.
    private static let maximumProblems = 5
    private static let batchCount = 512

    private let options: Options

    package init(options: Options) throws {
        guard !options.path.isEmpty else { throw StageError(.invalidOptions, "'path' is empty") }
        self.options = options
    }

    package func run(output: any Outlet<Sample>, context: StageContext) async throws {
        let file = try read()
        report(file.problems, context)
        let track = Track(
            id: context.makeTrackID(), format: .timedText(TimedTextFormat(.webVTT(header: file.header))),
            timescale: 1000)
        try await output.send(.track(track))
        var batch: [Message<Sample>] = []
        for cue in file.cues where !context.stop.isRaised {
            if let sample = sample(cue, track.id) { batch.append(.payload(sample)) }
            guard batch.count == Self.batchCount else { continue }
            try await output.send(batch)
            batch = []
        }
        try await output.send(batch + [.end(track.id)])
    }

    private func read() throws(StageError) -> TimedTextFile {
        let content: ByteSlice
        do throws(MappedFile.Failure) {
            content = try MappedFile(path: options.path).content
        } catch {
            throw StageError(.unreadableInput, "\(error)")
        }
        do throws(TimedTextFile.Failure) {
            // One byte above the limit suffices for the parser to reject the file.
            let size = min(content.count, TimedTextFile.maximumSize + 1)
            return try TimedTextFile(content.slice(0..<size).bytes, syntax: options.syntax)
        } catch {
            throw StageError(.damagedInput, "\(options.path):\(error.line): \(error.message)")
        }
    }

    private func report(_ problems: [TimedTextFile.Problem], _ context: StageContext) {
        for problem in problems.prefix(Self.maximumProblems) {
            context.reportWarning("bad-cue", "\(options.path):\(problem.line): \(problem.message)")
        }
        if problems.count > Self.maximumProblems {
            context.reportWarning(
                "bad-cue", "\(options.path): \(problems.count - Self.maximumProblems) more invalid cues")
        }
    }

    /// A sample with the cue shifted by the offset; nil if the cue would end before time zero.
    private func sample(_ cue: WebVTTCue, _ track: Track.ID) -> Sample? {
        let shift = options.offset.time.ticks(at: 1000)
        let (start, end) = (max(0, cue.start &+ shift), cue.end &+ shift)
        guard end > start else { return nil }
        return Sample(
            track: track, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
            bytes: ByteSlice(copying: cue.box))
    }
}
