import Media

/// Identifies subtitle files by their first lines.
enum SubtitleSignature {
    /// Returns whether the file is named or starts like WebVTT, SubRip, SubStation Alpha or TTML.
    static func isSubtitles(_ path: String) -> Bool {
        if TimedTextFile.Syntax(fileName: path) != nil { return true }
        guard let bytes = FileHead.read(path, count: 512) else { return false }
        let text = text(bytes)
        if text.hasPrefix("WEBVTT") {
            let next = text.dropFirst(6).first
            return next == nil || next?.isWhitespace == true
        }
        let head = text.drop(while: \.isWhitespace)
        if head.lowercased().hasPrefix("[script info]") { return true }
        if head.hasPrefix("<"), head.contains("<tt") || head.contains(":tt ") { return true }
        // SubRip: a line with a number, then a line with two times.
        let lines = text.split(whereSeparator: \.isNewline).prefix(2)
        guard lines.count == 2, let number = lines.first?.filter({ !$0.isWhitespace }), !number.isEmpty else {
            return false
        }
        return number.allSatisfy { $0.isASCII && $0.isNumber } && lines.last?.contains("-->") == true
    }

    /// The text in UTF-8 or UTF-16. The lines that identify a file are ASCII in other encodings too.
    private static func text(_ bytes: [UInt8]) -> String {
        let marks: [UInt8] = [0xef, 0xbb, 0xbf]
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            return String(utf16: bytes.dropFirst(2), isBigEndian: bytes[0] == 0xfe)
        }
        return String(decoding: bytes.starts(with: marks) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
    }
}
