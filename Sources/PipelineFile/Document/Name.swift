import StageKit

/// The syntax of names.
enum Name {
    /// Whether the text consists of lower-case letters, digits and hyphens and starts with a letter.
    static func isStage(_ text: String) -> Bool {
        guard let first = text.utf8.first, isLower(first) else { return false }
        return text.utf8.allSatisfy { isLower($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }

    /// Whether the text consists of ASCII letters, digits, underscores and hyphens and does not start with a digit or
    /// hyphen.
    static func isParameter(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isDigit(first), first != UInt8(ascii: "-") else { return false }
        return text.utf8.allSatisfy { byte in
            isLower(byte | 0x20) || isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
    }

    private static func isLower(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
