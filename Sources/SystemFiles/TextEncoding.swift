import Glibc

/// Converts text from encodings other than UTF-8.
package enum TextEncoding {
    /// Whether the system converts an encoding.
    package static func isKnown(_ name: String) -> Bool {
        guard let converter = converter(from: name) else { return false }
        iconv_close(converter)
        return true
    }

    /// Converts text to UTF-8; nil if it is not in the encoding, or if the encoding is unknown.
    package static func utf8(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        guard let converter = converter(from: name) else { return nil }
        defer { iconv_close(converter) }
        // A byte of another encoding has at most four bytes in UTF-8.
        var output = [CChar](repeating: 0, count: 4 * bytes.count + 16)
        var input = bytes.map { CChar(bitPattern: $0) }
        let written: Int? = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, room) = (source.count, target.count)
                guard iconv(converter, &from, &left, &to, &room) != -1, left == 0 else { return nil }
                return target.count - room
            }
        }
        return written.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
    }

    /// Returns the likely encoding of a text that is not in UTF-8 and has no byte order mark; nil for other texts.
    package static func guess(_ bytes: [UInt8], language: String?) -> String? {
        let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]]
        guard !marks.contains(where: bytes.starts) else { return nil }
        if let wide = wideEncoding(bytes) { return wide }
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        let primary = language.map { String($0.lowercased().prefix { $0 != "-" }) } ?? ""
        if let known = encodings[primary] { return known }
        return primary.isEmpty || primary == "und" ? guessWithoutLanguage(bytes) : western
    }

    private static let western = "windows-1252"

    private static let encodings: [String: String] = [
        "windows-1251": ["ru", "uk", "bg", "be", "mk", "sr", "kk"],
        "windows-1250": ["pl", "cs", "sk", "hu", "hr", "sl", "ro", "bs", "sq"],
        "windows-1253": ["el"], "windows-1254": ["tr", "az"], "windows-1255": ["he", "yi"],
        "windows-1256": ["ar", "fa", "ur"], "windows-1257": ["lt", "lv", "et"], "windows-1258": ["vi"],
        "TIS-620": ["th"], "SHIFT_JIS": ["ja"], "GB18030": ["zh"], "CP949": ["ko"],
    ].reduce(into: [:]) { table, entry in for language in entry.value { table[language] = entry.key } }

    /// UTF-16, by the zeros of its Latin letters and line ends.
    private static func wideEncoding(_ bytes: [UInt8]) -> String? {
        let head = bytes.prefix(4096)
        let zeros = head.enumerated().filter { $0.element == 0 }.map(\.offset)
        guard bytes.count.isMultiple(of: 2), zeros.count * 5 > head.count else { return nil }
        let odd = zeros.count { !$0.isMultiple(of: 2) }
        return odd * 2 > zeros.count ? "UTF-16LE" : "UTF-16BE"
    }

    /// Words of other scripts consist of bytes above 127, in pairs if a character has two bytes; Latin text has few of them.
    private static func guessWithoutLanguage(_ bytes: [UInt8]) -> String {
        let runs = bytes.split { $0 < 0x80 }.map { $0 }
        let count = runs.reduce(0) { $0 + $1.count }
        let letters = bytes.count { (0x41...0x5a).contains($0 & 0xdf) }
        guard count >= 2 * runs.count, count > letters else { return western }
        guard runs.allSatisfy({ $0.count.isMultiple(of: 2) }) else {
            let cyrillic = runs.joined().count { $0 >= 0xc0 }
            return cyrillic * 10 > count * 8 ? "windows-1251" : "SHIFT_JIS"
        }
        let leads = runs.flatMap { run in stride(from: run.startIndex, to: run.endIndex, by: 2).map { run[$0] } }
        return leads.allSatisfy { (0xa1...0xc8).contains($0) } ? "CP949" : "GB18030"
    }

    private static func converter(from name: String) -> iconv_t? {
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x3a).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                || [0x2d, 0x2e, 0x5f].contains(byte)
        }
        guard isName, !name.isEmpty, name.utf8.count <= 32 else { return nil }
        guard let converter = iconv_open("UTF-8", name), converter != iconv_t(bitPattern: -1) else { return nil }
        return converter
    }
}
