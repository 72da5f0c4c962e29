/// The lines of a text file with LF, CR or CR LF line endings.
struct TextLines {
    private var lines: [String] = []

    var count: Int { lines.count }
    var first: String? { lines.first }
    subscript(index: Int) -> String { lines[index] }

    /// Decodes UTF-8 with or without a byte order mark, or UTF-16 with one. Throws if UTF-8 is invalid.
    init(_ bytes: [UInt8]) throws(TimedTextFile.Failure) {
        var text = bytes[...]
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xff, 0xfe): text = Self.decoded(bytes.dropFirst(2), isBigEndian: false)[...]
        case (0xfe, 0xff): text = Self.decoded(bytes.dropFirst(2), isBigEndian: true)[...]
        default: if bytes.starts(with: [0xef, 0xbb, 0xbf]) { text = bytes.dropFirst(3) }
        }
        var start = text.startIndex
        while start < text.endIndex {
            let end = text[start...].firstIndex { $0 == 0x0a || $0 == 0x0d } ?? text.endIndex
            guard let line = String(validating: text[start..<end], as: UTF8.self) else {
                throw TimedTextFile.Failure(
                    line: lines.count + 1,
                    message: "it is not UTF-8; save the file in UTF-8 (iconv -f windows-1252 -t utf-8)")
            }
            // WebVTT replaces NUL by U+FFFD (W3C WebVTT 4.1).
            lines.append(line.utf8.contains(0) ? line.replacing("\0", with: "\u{fffd}") : line)
            guard end < text.endIndex else { break }
            let isPair = text[end] == 0x0d && end + 1 < text.endIndex && text[end + 1] == 0x0a
            start = end + (isPair ? 2 : 1)
        }
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        Array(String(utf16: bytes, isBigEndian: isBigEndian).utf8)
    }
}

extension String {
    /// Whether the string is empty or has only spaces and tabs.
    var isBlank: Bool { utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// The string without leading and trailing spaces and tabs.
    var trimmed: String {
        var text = Substring(self)
        while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return String(text.drop { $0 == " " || $0 == "\t" })
    }
}
