/// Prepares text for a terminal: escapes control characters and measures column widths.
package enum DisplayText {
    /// Returns the text with control characters escaped, so that a file cannot emit terminal escape sequences.
    package static func printable(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if isControl(scalar) {
                    result += "\\u{" + String(scalar.value, radix: 16) + "}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// Returns a scalar of a source line for display; a tab becomes four spaces, other control characters a dot.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\t" { return "    " }
        return isControl(scalar) ? "·" : String(Character(scalar))
    }

    /// Returns the number of terminal columns of a scalar.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar == "\t" ? 4 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Includes bidirectional and invisible formatting characters, which could make one line look like another.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Unicode blocks with the East Asian Width property W (wide) or F (fullwidth), approximated by ranges.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
        0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]
}
