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
