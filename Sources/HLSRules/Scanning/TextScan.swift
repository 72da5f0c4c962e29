import HLS

/// Splits bytes into lines and records violations of the text format (RFC 8216bis 4.1).
struct TextScan {
    /// A line of text.
    struct Line {
        /// The line number, starting at 1.
        var number: Int
        /// The text without the line break; invalid UTF-8 is replaced.
        var text: String
    }

    /// The maximum number of recorded faults.
    private static let maximumFaults = 1000

    private let bytes: [UInt8]
    private let limits: ScannedPlaylist.Limits
    private var offset = 0
    private var number = 0
    private(set) var faults: [ScannedPlaylist.TextFault] = []
    /// Whether the limits were exceeded.
    private(set) var isTruncated = false

    init(_ bytes: [UInt8], _ limits: ScannedPlaylist.Limits) {
        self.bytes = bytes
        self.limits = limits
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            record(1, "a byte order mark")
            offset = 3
        }
        if bytes.count > limits.size { isTruncated = true }
    }

    /// Returns the next line, possibly empty; nil at the end.
    mutating func next() -> Line? {
        guard offset < min(bytes.count, limits.size) else { return nil }
        number += 1
        let begin = offset
        while offset < bytes.count, bytes[offset] != 0x0a { offset += 1 }
        var end = offset
        offset += 1
        if end > begin, bytes[end - 1] == 0x0d { end -= 1 }
        if end - begin > limits.lineLength {
            isTruncated = true
            end = begin + limits.lineLength
        }
        let text = String(decoding: bytes[begin..<end], as: UTF8.self)
        validate(bytes[begin..<end], text)
        if number == 1, text != "#EXTM3U" { record(1, "'\(text.prefix(40))'") }
        return Line(number: number, text: text)
    }

    private mutating func validate(_ line: ArraySlice<UInt8>, _ text: String) {
        // Tabs separate the removed date ranges in EXT-X-SKIP.
        for byte in line where byte < 0x20 || byte == 0x7f {
            if byte == 0x09, PlaylistTag(lineWithValue: text)?.mayHaveTabs == true { continue }
            record(number, "control character \(byte)")
            break
        }
        guard line.contains(where: { $0 >= 0x80 }) else { return }
        if String(validating: line, as: UTF8.self) == nil { record(number, "bytes that are not UTF-8") }
        if text.unicodeScalars.contains(where: { (0x80...0x9f).contains($0.value) }) {
            record(number, "a Unicode control character")
        }
    }

    private mutating func record(_ line: Int, _ message: String) {
        if faults.count < Self.maximumFaults { faults.append(ScannedPlaylist.TextFault(line: line, message: message)) }
    }
}
