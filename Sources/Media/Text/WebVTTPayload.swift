/// Conversions that make text safe to use as the payload of a cue.
package enum WebVTTPayload {
    /// The text without empty lines, which would end the cue, and with arrows escaped, which would begin another cue.
    package static func cleaned(_ text: String) -> String {
        var lines: [String] = []
        for line in text.utf8.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d || $0 == 0 }) {
            lines.append(withoutArrows(String(decoding: line, as: UTF8.self)))
        }
        return lines.joined(separator: "\n")
    }

    /// Plain text with `&`, `<` and `>` escaped (W3C WebVTT 4.2.2).
    package static func escaped(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }

    /// The text without tags, and with escapes replaced (W3C WebVTT 6.4).
    package static func plain(_ payload: String) -> String {
        var text = ""
        var rest = Substring(payload)
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...].firstIndex(of: ">").map { rest[rest.index(after: $0)...] } ?? ""
        }
        text += rest
        for (escape, character) in escapes { text = text.replacing(escape, with: character) }
        return text
    }

    /// The ampersand comes last, so that no escape is replaced twice.
    private static let escapes = [
        ("&lt;", "<"), ("&gt;", ">"), ("&nbsp;", "\u{a0}"), ("&lrm;", "\u{200e}"), ("&rlm;", "\u{200f}"),
        ("&amp;", "&"),
    ]

    private static func withoutArrows(_ line: String) -> String {
        guard line.utf8.contains(0x3e) else { return line }
        var result: [UInt8] = []
        for byte in line.utf8 {
            if byte == 0x3e, result.suffix(2).elementsEqual([0x2d, 0x2d]) {
                result += "&gt;".utf8
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
