/// Times inside of the text of a cue, at which its parts are shown (W3C WebVTT 4.2.2): `<00:00:01.500>`.
enum CueTimestamps {
    /// Whether a text has such times.
    static func exist(in payload: String) -> Bool { next(in: payload[...]) != nil }

    /// Returns the text with its times later by `shift` milliseconds, at least zero.
    static func shifted(_ payload: String, by shift: Int64) -> String {
        guard shift != 0, let first = next(in: payload[...]) else { return payload }
        var (result, rest) = ("", payload[...])
        var found: (range: Range<String.Index>, time: Int64)? = first
        while let (range, time) = found {
            result += rest[..<range.lowerBound] + "<\(WebVTTTime(time &+ shift))>"
            rest = rest[range.upperBound...]
            found = next(in: rest)
        }
        return result + rest
    }

    /// Parses a time in milliseconds; nil for other text.
    static func time(_ text: String) -> Int64? {
        CueTiming("\(text) --> \(text)", isLenient: false).flatMap { $0.settings.isEmpty ? $0.start : nil }
    }

    /// The next time with its brackets.
    private static func next(in text: Substring) -> (range: Range<String.Index>, time: Int64)? {
        var rest = text.utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            let inner = rest[rest.index(after: start)...]
            rest = inner
            guard let head = inner.first, (0x30...0x39).contains(head),
                let end = inner.prefix(20).firstIndex(of: UInt8(ascii: ">")),
                let time = time(String(text[inner.startIndex..<end]))
            else { continue }
            return (start..<text.utf8.index(after: end), time)
        }
        return nil
    }
}
