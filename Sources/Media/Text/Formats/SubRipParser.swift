/// Parses SubRip files, which have no specification: a number, a timing line, then text up to the next number and
/// timing line.
struct SubRipParser {
    static func parse(_ lines: TextLines) throws(TimedTextFile.Failure) -> TimedTextFile {
        var file = TimedTextFile()
        var open: (timing: CueTiming, line: Int)?
        var text: [String] = []
        for index in 0..<lines.count {
            let line = lines[index]
            // Subtitle text may contain an arrow; timing lines begin with a digit.
            guard line.contains("-->"), beginsWithDigit(line.trimmed) else {
                text.append(line)
                continue
            }
            guard let timing = CueTiming(line, isLenient: true) else {
                file.addProblem(
                    index + 1,
                    "'\(line.trimmed.prefix(40))' is not a timing line in the form 00:00:00,000 --> 00:00:00,000; "
                        + "the cue is discarded")
                try close(&open, &text, isLast: false, &file)
                continue
            }
            try close(&open, &text, isLast: false, &file)
            open = (timing, index + 1)
        }
        guard open != nil || !file.cues.isEmpty else {
            throw TimedTextFile.Failure(
                line: file.problems.first?.line ?? 1,
                message: "no cue found; SubRip has lines such as '00:00:01,000 --> 00:00:02,500', and WebVTT starts "
                    + "with 'WEBVTT'")
        }
        try close(&open, &text, isLast: true, &file)
        return file
    }

    /// Negative times occur in files whose times were shifted.
    private static func beginsWithDigit(_ line: String) -> Bool {
        (line.hasPrefix("-") ? line.dropFirst() : line[...]).utf8.first.map { (0x30...0x39).contains($0) } ?? false
    }

    /// Appends the open cue to the file. The last line before the next cue's timing line is that cue's number.
    private static func close(
        _ open: inout (timing: CueTiming, line: Int)?, _ text: inout [String], isLast: Bool,
        _ file: inout TimedTextFile
    ) throws(TimedTextFile.Failure) {
        defer { (open, text) = (nil, []) }
        guard let (timing, line) = open else { return }
        if !isLast, let number = text.last?.trimmed, !number.isEmpty,
            number.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            text.removeLast()
        }
        let (payload, settings) = SubRipMarkup.converted(text.joined(separator: "\n"))
        try file.add(
            WebVTTCue(
                start: timing.start, end: timing.end, settings: settings, payload: WebVTTPayload.cleaned(payload)),
            at: line)
    }
}
