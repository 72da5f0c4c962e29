/// Parses WebVTT files with the error handling that W3C WebVTT 6.1 defines: invalid blocks are discarded and recorded
/// as problems.
struct WebVTTParser {
    private let lines: TextLines
    private var next: Int
    private var file = TimedTextFile()
    private var header: [String] = []

    /// Whether `line` is the signature of a WebVTT file.
    static func isSignature(_ line: String) -> Bool {
        guard line.hasPrefix("WEBVTT") else { return false }
        let rest = line.utf8.dropFirst(6).first
        return rest == nil || rest == 0x20 || rest == 0x09
    }

    static func parse(_ lines: TextLines) throws(TimedTextFile.Failure) -> TimedTextFile {
        guard lines.first.map(isSignature) ?? false else {
            throw TimedTextFile.Failure(line: 1, message: "a WebVTT file starts with a line 'WEBVTT'")
        }
        var parser = WebVTTParser(lines, next: 1)
        return try parser.parse()
    }

    /// Parses a file that lacks the signature; nil if it has no cue.
    static func parseWithoutSignature(_ lines: TextLines) throws(TimedTextFile.Failure) -> TimedTextFile? {
        var parser = WebVTTParser(lines, next: 0)
        parser.file.addProblem(1, "the first line is not 'WEBVTT'; the file is read nevertheless")
        let file = try parser.parse()
        return file.cues.isEmpty ? nil : file
    }

    private init(_ lines: TextLines, next: Int) { (self.lines, self.next) = (lines, next) }

    private mutating func parse() throws(TimedTextFile.Failure) -> TimedTextFile {
        // Skip the rest of the header block: it has application metadata, such as `X-TIMESTAMP-MAP` of an HLS segment.
        if next > 0 { while next < lines.count, !lines[next].isEmpty, !lines[next].contains("-->") { next += 1 } }
        while next < lines.count {
            if lines[next].isEmpty {
                next += 1
            } else {
                try parseBlock()
            }
        }
        file.header = header.joined(separator: "\n\n")
        return file
    }

    /// Parses one block. A block ends at an empty line or before the timing line of another cue.
    private mutating func parseBlock() throws(TimedTextFile.Failure) {
        let first = next
        if lines[first].contains("-->") { return try parseCue(identifier: "") }
        if first + 1 < lines.count, lines[first + 1].contains("-->") {
            next += 1
            return try parseCue(identifier: lines[first].trimmed)
        }
        let block = readBlock()
        let keyword = lines[first].trimmed
        if keyword == "STYLE" || keyword == "REGION" {
            guard file.cues.isEmpty else {
                return file.addProblem(first + 1, "\(keyword) after the first cue has no effect; it is discarded")
            }
            header.append(block)
        } else if keyword == "NOTE" || keyword.hasPrefix("NOTE ") || keyword.hasPrefix("NOTE\t") {
            if file.cues.isEmpty { header.append(block) }
        } else {
            file.addProblem(
                first + 1, "'\(keyword.prefix(40))' is not a cue, because no timing line follows; it is discarded")
        }
    }

    private mutating func readBlock() -> String {
        var block: [String] = []
        while next < lines.count, !lines[next].isEmpty, !lines[next].contains("-->") {
            block.append(lines[next])
            next += 1
        }
        return block.joined(separator: "\n")
    }

    private mutating func parseCue(identifier: String) throws(TimedTextFile.Failure) {
        let line = next
        next += 1
        // Files that were made of SubRip files have commas in their times.
        let timing = CueTiming(lines[line], isLenient: false) ?? CueTiming(lines[line], isLenient: true)
        let payload = WebVTTPayload.cleaned(readBlock())
        guard let timing else {
            return file.addProblem(
                line + 1,
                "'\(lines[line].trimmed.prefix(40))' is not a timing line in the form 00:00:00.000 --> 00:00:00.000; "
                    + "the cue is discarded")
        }
        try file.add(
            WebVTTCue(
                start: timing.start, end: timing.end, identifier: identifier, settings: timing.settings,
                payload: payload),
            at: line + 1)
    }
}
