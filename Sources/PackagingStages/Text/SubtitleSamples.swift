package import Media
package import StageKit
import SystemFiles

/// The cues of a subtitle file as the samples of a text track.
package struct SubtitleSamples: Sendable {
    package private(set) var track: Track
    package private(set) var samples: [Sample] = []

    /// The maximum number of problems of one file that are reported individually.
    private static let maximumProblems = 5

    /// Parses a file, which the path of the options names in messages. `language` helps to recognize an encoding other than
    /// UTF-8.
    package init(
        _ content: ByteSlice, _ options: ReadText.Options, language: String? = nil, _ context: StageContext
    ) throws(StageError) {
        let file = try Self.file(content, options, language, context)
        Self.report(file.problems, of: options.path, context)
        track = Track(
            id: context.makeTrackID(), format: .timedText(TimedTextFormat(.webVTT(header: file.header))),
            timescale: 1000)
        let shift = options.offset.time.ticks(at: 1000)
        for cue in file.cues {
            let cue = cue.shifted(by: shift)
            append(cue, from: 0, to: .max)
        }
        let omitted = file.cues.count - samples.count
        guard omitted > 0 else { return }
        context.reportWarning(
            "bad-cue",
            "\(options.path): \(omitted) cue\(omitted == 1 ? "" : "s") before time zero \(omitted == 1 ? "is" : "are") omitted"
        )
    }

    private static func file(
        _ content: ByteSlice, _ options: ReadText.Options, _ language: String?, _ context: StageContext
    ) throws(StageError) -> TimedTextFile {
        // One byte above the limit suffices for the parser to reject the file.
        let size = min(content.count, TimedTextFile.maximumSize + 1)
        guard size > 0 else { throw StageError(.damagedInput, "'\(options.path)' is empty") }
        let text = try decoded(content.slice(0..<size).bytes, options, language, context)
        do throws(TimedTextFile.Failure) {
            return try TimedTextFile(
                text, syntax: options.syntax, likely: TimedTextFile.Syntax(fileName: options.path))
        } catch {
            throw StageError(.damagedInput, "\(options.path):\(error.line): \(error.message)")
        }
    }

    /// Returns the text in UTF-8 or with a byte order mark.
    private static func decoded(
        _ bytes: [UInt8], _ options: ReadText.Options, _ language: String?, _ context: StageContext
    ) throws(StageError) -> [UInt8] {
        if let encoding = options.encoding {
            guard let text = TextEncoding.utf8(bytes, from: encoding.name) else {
                throw StageError(
                    .damagedInput,
                    "'\(options.path)' is not in the encoding \(encoding.name); set another 'text-encoding', or none "
                        + "(segment --text-encoding)")
            }
            return text
        }
        guard let guess = TextEncoding.guess(bytes, language: language) else { return bytes }
        guard let text = TextEncoding.utf8(bytes, from: guess) else {
            throw StageError(
                .damagedInput,
                "'\(options.path)' is neither UTF-8 nor \(guess); set 'text-encoding' (segment --text-encoding), or save it in "
                    + "UTF-8 (iconv -t utf-8)")
        }
        context.reportWarning(
            "text-encoding",
            "'\(options.path)' is not UTF-8 and is read as \(guess); if letters are wrong, set 'text-encoding' (segment "
                + "--text-encoding)")
        return text
    }

    /// Appends the part of a cue in a range, if there is one.
    private mutating func append(_ cue: WebVTTCue, from first: Int64, to last: Int64) {
        let (start, end) = (max(first, cue.start), min(last, cue.end))
        guard start < end else { return }
        samples.append(
            Sample(
                track: track.id, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
                bytes: ByteSlice(copying: cue.box(inSampleAt: start))))
    }

    /// Sets the properties of a label on the track.
    package mutating func label(_ label: TrackLabel) { label.label(&track) }

    /// Restricts the cues to a range, which starts at zero then.
    package mutating func clip(from start: MediaTime, to end: MediaTime?) {
        let (first, last) = (start.ticks(at: 1000), end?.ticks(at: 1000) ?? .max)
        let whole = samples
        samples = []
        for sample in whole {
            guard
                let cue = WebVTTCue(
                    box: sample.bytes, start: sample.decodeTicks, end: sample.decodeTicks &+ sample.duration)
            else { continue }
            append(cue.shifted(by: -first), from: 0, to: last == .max ? .max : last - first)
        }
    }

    private static func report(_ problems: [TimedTextFile.Problem], of path: String, _ context: StageContext) {
        for problem in problems.prefix(maximumProblems) {
            context.reportWarning("bad-cue", "\(path):\(problem.line): \(problem.message)")
        }
        if problems.count > maximumProblems {
            context.reportWarning("bad-cue", "\(path): \(problems.count - maximumProblems) more invalid cues")
        }
    }
}
