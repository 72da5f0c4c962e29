package import Media
package import StageKit

/// The cues of a subtitle file as the samples of a text track.
package struct SubtitleSamples: Sendable {
    package private(set) var track: Track
    package private(set) var samples: [Sample] = []

    /// The maximum number of problems of one file that are reported individually.
    private static let maximumProblems = 5

    /// Parses a file, which the path of the options names in messages.
    package init(_ content: ByteSlice, _ options: ReadText.Options, _ context: StageContext) throws(StageError) {
        let file: TimedTextFile
        do throws(TimedTextFile.Failure) {
            // One byte above the limit suffices for the parser to reject the file.
            let size = min(content.count, TimedTextFile.maximumSize + 1)
            file = try TimedTextFile(content.slice(0..<size).bytes, syntax: options.syntax)
        } catch {
            throw StageError(.damagedInput, "\(options.path):\(error.line): \(error.message)")
        }
        Self.report(file.problems, of: options.path, context)
        track = Track(
            id: context.makeTrackID(), format: .timedText(TimedTextFormat(.webVTT(header: file.header))),
            timescale: 1000)
        let shift = options.offset.time.ticks(at: 1000)
        for cue in file.cues {
            // Cues that would end before time zero are omitted.
            let (start, end) = (max(0, cue.start &+ shift), cue.end &+ shift)
            guard end > start else { continue }
            samples.append(
                Sample(
                    track: track.id, timescale: 1000, decodeTicks: start, duration: end - start, flags: .sync,
                    bytes: ByteSlice(copying: cue.box)))
        }
    }

    /// Sets the properties of a label on the track.
    package mutating func label(_ label: TrackLabel) { label.label(&track) }

    /// Restricts the cues to a range, which starts at zero then.
    package mutating func clip(from start: MediaTime, to end: MediaTime?) {
        let (first, last) = (start.ticks(at: 1000), end?.ticks(at: 1000) ?? .max)
        samples = samples.compactMap { sample in
            let (from, to) = (max(first, sample.decodeTicks), min(last, sample.decodeTicks &+ sample.duration))
            guard from < to else { return nil }
            var sample = sample
            (sample.decodeTicks, sample.duration) = (from - first, to - from)
            return sample
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
