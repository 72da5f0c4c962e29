/// What a file of subtitles holds.
package struct TimedTextFile: Sendable, Hashable {
    /// How a file of subtitles is written.
    package enum Syntax: String, Sendable, Hashable, CaseIterable {
        /// W3C WebVTT.
        case webVTT = "webvtt"
        /// SubRip: numbers, times with a comma, text.
        case subRip = "srt"
    }

    /// Something that had to be left out, and why.
    package struct Problem: Sendable, Hashable {
        /// From 1.
        package var line: Int
        package var message: String
    }

    /// Why a file cannot be read.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// From 1.
        package var line: Int
        /// What is wrong and what would be right: lower case, no full stop.
        package var message: String
        package var description: String { "line \(line): \(message)" }
    }

    /// The largest file that is read, in bytes; hours of subtitles are a tenth of a megabyte.
    package static let largestSize = 16 << 20
    /// The most cues that are read.
    package static let mostCues = 200_000
    /// The longest text of one cue, in bytes of UTF-8.
    package static let longestCue = 1 << 16

    /// Styles, regions and comments before the first cue of a WebVTT file.
    package var header = ""
    /// In the order of their beginnings.
    package var cues: [WebVTTCue] = []
    package var problems: [Problem] = []

    /// Reads a file; without a syntax its signature decides.
    package init(_ bytes: [UInt8], syntax: Syntax? = nil) throws(Failure) {
        guard bytes.count <= Self.largestSize else {
            throw Failure(
                line: 1, message: "it is larger than the \(Self.largestSize >> 20) MiB that are read of subtitles")
        }
        let lines = try TextLines(bytes)
        let isWebVTT = lines.first.map(WebVTTParser.isSignature) ?? false
        switch syntax ?? (isWebVTT ? .webVTT : .subRip) {
        case .webVTT: self = try WebVTTParser.parse(lines)
        case .subRip: self = try SubRipParser.parse(lines)
        }
        cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    init() {}

    /// Notes what is left out.
    mutating func note(_ line: Int, _ message: String) { problems.append(Problem(line: line, message: message)) }

    /// Adds a cue found at `line`; one that is never shown is noted instead.
    mutating func add(_ cue: WebVTTCue, at line: Int) throws(Failure) {
        guard cue.end > cue.start else {
            return note(
                line, "a cue ends at \(WebVTTTime(cue.end)) and begins at \(WebVTTTime(cue.start)); it is left out")
        }
        guard !cue.payload.isEmpty else { return }
        guard cue.payload.utf8.count + cue.settings.utf8.count + cue.identifier.utf8.count <= Self.longestCue else {
            throw Failure(
                line: line,
                message: "a cue has more than the \(Self.longestCue >> 10) KiB that are read of one; "
                    + "an empty line ends a cue")
        }
        guard cues.count < Self.mostCues else {
            throw Failure(line: line, message: "there are more than \(Self.mostCues) cues, the most that are read")
        }
        cues.append(cue)
    }
}
