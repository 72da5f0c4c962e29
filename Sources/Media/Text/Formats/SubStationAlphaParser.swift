/// Parses SubStation Alpha and Advanced SubStation Alpha: the times and texts of the events. Styles are not read.
package enum SubStationAlphaParser {
    static func parse(_ lines: TextLines) throws(TimedTextFile.Failure) -> TimedTextFile {
        var file = TimedTextFile()
        var (isInEvents, fields) = (false, defaultFields)
        for index in 0..<lines.count {
            let line = lines[index].trimmed
            if line.hasPrefix("[") { isInEvents = line.lowercased() == "[events]" }
            guard isInEvents, let colon = line.firstIndex(of: ":") else { continue }
            let content = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "format":
                fields = content.split(separator: ",").map { String($0).trimmed.lowercased() }
            case "dialogue":
                guard let event = event(content, fields) else {
                    file.addProblem(index + 1, "an event has no valid times; it is discarded")
                    continue
                }
                let (payload, settings) = converted(event.text)
                try file.add(
                    WebVTTCue(start: event.start, end: event.end, settings: settings, payload: payload), at: index + 1)
            default: break
            }
        }
        guard !file.cues.isEmpty || !file.problems.isEmpty else {
            throw TimedTextFile.Failure(
                line: 1, message: "no event found; lines such as 'Dialogue: …' follow '[Events]'")
        }
        return file
    }

    /// The text of a Matroska block: the fields of an event without its times (Matroska codec specifications, S_TEXT/ASS).
    package static func text(ofMatroskaBlock block: String) -> String? {
        let parts = block.split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
        return parts.count == 9 ? String(parts[8]) : nil
    }

    private static let defaultFields = [
        "layer", "start", "end", "style", "name", "marginl", "marginr", "marginv", "effect", "text",
    ]

    private static func event(
        _ content: Substring, _ fields: [String]
    ) -> (start: Int64, end: Int64, text: String)? {
        // The text is the last field and may contain commas.
        let parts = content.split(separator: ",", maxSplits: max(0, fields.count - 1), omittingEmptySubsequences: false)
        func part(_ name: String) -> String? {
            fields.firstIndex(of: name).flatMap { $0 < parts.count ? String(parts[$0]) : nil }
        }
        guard let start = part("start").flatMap(time), let end = part("end").flatMap(time), let text = part("text")
        else { return nil }
        return (start, end, text)
    }

    /// Parses a time such as `0:00:01.50`.
    private static func time(_ text: String) -> Int64? {
        CueTiming("\(text.trimmed) --> \(text.trimmed)", isLenient: true)?.start
    }

    /// Converts the text of an event to a payload and cue settings. Drawings have no text.
    package static func converted(_ text: String) -> (payload: String, settings: String) {
        let (marked, settings) = SubRipMarkup.converted(withFaces(text))
        return (WebVTTPayload.cleaned(marked), settings)
    }

    /// Replaces the override codes for bold, italic and underlined text by tags, and removes drawings.
    private static func withFaces(_ text: String) -> String {
        var (result, rest, isDrawing) = ("", text[...], false)
        var open: [Character] = []
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            if !isDrawing { result += rest[..<start] }
            let codes = rest[start...end]
            for code in codes.dropFirst().dropLast().split(separator: "\\").map(String.init) {
                if code.hasPrefix("p"), let scale = Int(code.dropFirst()) { isDrawing = scale > 0 }
                if code.hasPrefix("an") { result += "{\\\(code)}" }
                guard let letter = code.first, "biu".contains(letter), let value = Int(code.dropFirst()) else {
                    continue
                }
                if value != 0, !open.contains(letter) {
                    open.append(letter)
                    result += "<\(letter)>"
                } else if value == 0, let position = open.firstIndex(of: letter) {
                    for tag in open[position...].reversed() { result += "</\(tag)>" }
                    open.remove(at: position)
                    for tag in open[position...] { result += "<\(tag)>" }
                }
            }
            rest = rest[rest.index(after: end)...]
        }
        if !isDrawing { result += rest }
        return result + open.reversed().map { "</\($0)>" }.joined()
    }
}
