/// Text as a terminal shows it: controls made visible, widths known.
enum DisplayText {
    /// The text with control characters written as escapes, so that no file can steer a terminal.
    static func printable(_ text: String) -> String {
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

    /// One scalar of a source line as it is shown; tabs become four spaces, other controls a dot.
    static func shown(_ scalar: Unicode.Scalar) -> String {
        if scalar == "\t" { return "    " }
        return isControl(scalar) ? "·" : String(Character(scalar))
    }

    /// How many columns a scalar takes.
    static func width(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x300 { return scalar == "\t" ? 4 : 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// Bidirectional and invisible formatting counts as control: it could make a line look like another.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// The blocks that Unicode's East Asian Width calls wide, by their ends.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f680...0x1f6ff,
        0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]
}
