/// The parsed content of a subtitle file.
package struct TimedTextFile: Sendable, Hashable {
    /// The syntax of a subtitle file.
    package enum Syntax: String, Sendable, Hashable, CaseIterable {
        /// W3C WebVTT.
        case webVTT = "webvtt"
        /// SubRip: cue numbers, times with a comma before the milliseconds, text.
        case subRip = "srt"
        /// SubStation Alpha and Advanced SubStation Alpha.
        case subStationAlpha = "ass"
        /// W3C TTML, of which the text, its lines, italics and times are read.
        case timedTextMarkup = "ttml"

        /// The syntax that the extension of a file name stands for; nil for other extensions.
        package init?(fileName: String) {
            switch fileName.lastIndex(of: ".").map({ fileName[fileName.index(after: $0)...].lowercased() }) {
            case "vtt"?: self = .webVTT
            case "srt"?: self = .subRip
            case "ass"?, "ssa"?: self = .subStationAlpha
            case "ttml"?, "dfxp"?: self = .timedTextMarkup
            default: return nil
            }
        }
    }

    /// A part of the file that was discarded, and the reason.
    package struct Problem: Sendable, Hashable {
        /// The line number, from 1.
        package var line: Int
        package var message: String
    }

    /// The reason why a file cannot be read.
    package struct Failure: Error, Hashable, CustomStringConvertible {
        /// The line number, from 1.
        package var line: Int
        /// The cause and the remedy, in lower case and without a full stop.
        package var message: String
        package var description: String { "line \(line): \(message)" }
    }

    /// The maximum size of a file in bytes. Hours of subtitles take about 0.1 MB.
    package static let maximumSize = 16 << 20
    /// The maximum number of cues in a file.
    package static let maximumCueCount = 200_000
    /// The maximum length of a cue's text, settings and identifier together, in bytes of UTF-8.
    package static let maximumCueSize = 1 << 16

    /// Styles, regions and comments before the first cue of a WebVTT file.
    package var header = ""
    /// The cues in order of their start times.
    package var cues: [WebVTTCue] = []
    package var problems: [Problem] = []

    /// Parses a file. Without `syntax`, its first lines tell the formats apart, and `likely`, the syntax that its name
    /// stands for, if these do not.
    package init(_ bytes: [UInt8], syntax: Syntax? = nil, likely: Syntax? = nil) throws(Failure) {
        guard bytes.count <= Self.maximumSize else {
            throw Failure(
                line: 1, message: "it is larger than \(Self.maximumSize >> 20) MiB, the limit for subtitles")
        }
        let lines = try TextLines(bytes)
        let isUnsigned = syntax == nil && likely == .webVTT && Self.detected(lines) == nil
        if isUnsigned, let file = try WebVTTParser.parseWithoutSignature(lines) {
            self = file
        } else {
            switch syntax ?? Self.detected(lines) ?? .subRip {
            case .webVTT: self = try WebVTTParser.parse(lines)
            case .subRip: self = try SubRipParser.parse(lines)
            case .subStationAlpha: self = try SubStationAlphaParser.parse(lines)
            case .timedTextMarkup: self = try TimedTextMarkupParser.parse(lines)
            }
        }
        cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(\.element)
    }

    init() {}

    /// The syntax by the first lines; nil for SubRip, which has no signature.
    private static func detected(_ lines: TextLines) -> Syntax? {
        guard let first = lines.first else { return nil }
        if WebVTTParser.isSignature(first) { return .webVTT }
        let head = (0..<min(lines.count, 20)).map { lines[$0].trimmed }.filter { !$0.isEmpty }
        if head.first?.lowercased() == "[script info]" { return .subStationAlpha }
        let isMarkup = head.first?.hasPrefix("<") ?? false
        return isMarkup && head.contains { $0.contains("<tt") || $0.contains(":tt") } ? .timedTextMarkup : nil
    }

    /// Records a problem: the part of the file at `line` is discarded.
    mutating func addProblem(_ line: Int, _ message: String) { problems.append(Problem(line: line, message: message)) }

    /// Appends the cue that begins at `line`. Records a problem instead if the cue does not end after its start;
    /// ignores cues without text. Throws if a limit is exceeded.
    mutating func add(_ cue: WebVTTCue, at line: Int) throws(Failure) {
        guard cue.end > cue.start else {
            return addProblem(
                line, "a cue ends at \(WebVTTTime(cue.end)) and starts at \(WebVTTTime(cue.start)); it is discarded")
        }
        guard !cue.payload.isEmpty else { return }
        guard cue.payload.utf8.count + cue.settings.utf8.count + cue.identifier.utf8.count <= Self.maximumCueSize else {
            throw Failure(
                line: line,
                message: "a cue is larger than \(Self.maximumCueSize >> 10) KiB; "
                    + "an empty line ends a cue")
        }
        guard cues.count < Self.maximumCueCount else {
            throw Failure(
                line: line, message: "there are more than \(Self.maximumCueCount) cues, the limit")
        }
        cues.append(cue)
    }
}
