/// Cuts a playlist into the lines that say something and checks what is true of every line (RFC 8216bis 4.1).
struct PlaylistScanner {
    /// What a line is.
    enum Item {
        /// A tag that is understood; the line is read up to the value.
        case tag(PlaylistTag, PlaylistLine)
        /// A tag that is not; the line is read up to the number sign.
        case unknownTag(PlaylistLine)
        case uri(PlaylistLine)
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let context: ReadingContext
    private var offset = 0
    private var number = 0

    /// Throws where the whole is too large or is not text.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ context: ReadingContext) throws(PlaylistProblem) {
        self.bytes = bytes
        self.context = context
        guard bytes.count <= context.limits.size else {
            throw PlaylistProblem(
                line: 1, message: "the playlist has \(bytes.count) bytes; at most \(context.limits.size) are read")
        }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            throw PlaylistProblem(line: 1, message: "a playlist begins without a byte order mark")
        }
        guard let first = try nextLine(), first.bytes.equals("#EXTM3U") else {
            throw PlaylistProblem(line: 1, message: "the first line is not #EXTM3U: this is not a playlist")
        }
    }

    /// The number of lines that can be URIs.
    var uriCount: Int {
        var (count, isStart) = (0, true)
        for byte in bytes {
            if isStart, byte != UInt8(ascii: "#"), byte != 0x0a, byte != 0x0d { count += 1 }
            isStart = byte == 0x0a
        }
        return count
    }

    /// The next line that says something; nil at the end.
    mutating func next() throws(PlaylistProblem) -> Item? {
        while let line = try nextLine() {
            guard let first = line.next else { continue }
            guard first == UInt8(ascii: "#") else { return .uri(line) }
            if line.bytes.starts(with: "#EXT") { return try tag(line) }
        }
        return nil
    }

    private func tag(_ whole: PlaylistLine) throws(PlaylistProblem) -> Item {
        var line = whole
        _ = line.skip("#")
        let begin = line
        guard let tag = PlaylistTag(line.read { $0 != UInt8(ascii: ":") }) else { return .unknownTag(begin) }
        let hasValue = line.skip(":")
        if tag.hasNoValue, hasValue { throw line.problem("\(tag.name) has no value") }
        if !tag.hasNoValue, !hasValue || line.isAtEnd { throw line.problem("\(tag.name) needs a value") }
        return .tag(tag, line)
    }

    private mutating func nextLine() throws(PlaylistProblem) -> PlaylistLine? {
        guard offset < bytes.count else { return nil }
        number += 1
        let begin = offset
        var isPlain = true
        while offset < bytes.count, bytes[offset] != 0x0a {
            // Neither a control character nor beyond ASCII.
            isPlain = isPlain && bytes[offset] &- 0x20 < 0x5f
            offset += 1
        }
        var end = offset
        offset += 1
        if end > begin, bytes[end - 1] == 0x0d { end -= 1 }
        let line = PlaylistLine(number: number, bytes: bytes.between(begin, end))
        guard line.bytes.count <= context.limits.lineLength else {
            throw PlaylistProblem(
                line: number,
                message: "the line has \(line.bytes.count) bytes; at most \(context.limits.lineLength) are read")
        }
        if !isPlain { try check(line) }
        return line
    }

    private func check(_ line: PlaylistLine) throws(PlaylistProblem) {
        var isASCII = true
        for (index, byte) in line.bytes.enumerated() {
            if byte < 0x20 || byte == 0x7f {
                // The list of removed date ranges is separated by tabs.
                if byte == 0x09, line.bytes.starts(with: "#EXT-X-SKIP:") { continue }
                throw line.problem("control character \(byte); playlists hold none but line breaks", at: index)
            }
            if byte >= 0x80 { isASCII = false }
        }
        guard !isASCII else { return }
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            throw PlaylistProblem(line: number, message: "the line is not valid UTF-8")
        }
        if text.unicodeScalars.contains(where: { (0x80...0x9f).contains($0.value) }) {
            throw PlaylistProblem(line: number, message: "the line holds a control character")
        }
    }
}
