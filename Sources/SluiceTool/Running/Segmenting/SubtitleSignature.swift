/// Identifies WebVTT and SubRip files by their first lines.
enum SubtitleSignature {
    /// Returns whether the file starts like WebVTT or SubRip.
    static func isSubtitles(_ path: String) -> Bool {
        guard let bytes = FileHead.read(path, count: 512) else { return false }
        let mark: [UInt8] = [0xef, 0xbb, 0xbf]
        let text = String(decoding: bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        if text.hasPrefix("WEBVTT") {
            let next = text.dropFirst(6).first
            return next == nil || next?.isWhitespace == true
        }
        // SubRip: a line with a number, then a line with two times.
        let lines = text.split(whereSeparator: \.isNewline).prefix(2)
        guard lines.count == 2, let number = lines.first?.filter({ !$0.isWhitespace }), !number.isEmpty else {
            return false
        }
        return number.allSatisfy { $0.isASCII && $0.isNumber } && lines.last?.contains("-->") == true
    }
}
