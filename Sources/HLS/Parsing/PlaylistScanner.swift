/// Splits a playlist into significant lines and validates the rules for all lines (RFC 8216bis 4.1).
struct PlaylistScanner {
    /// The type of a line.
    enum Item {
        /// A known tag; the line has been read up to the value.
        case tag(PlaylistTag, PlaylistLine)
        /// An unknown tag; the line has been read up to the number sign.
        case unknownTag(PlaylistLine)
        case uri(PlaylistLine)

        var line: PlaylistLine {
            switch self {
            case .tag(_, let line), .unknownTag(let line), .uri(let line): line
            }
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let context: ReadingContext
    private var offset = 0
    private var number = 0

    /// Throws if the playlist is too large or does not begin with #EXTM3U.
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ context: ReadingContext) throws(PlaylistProblem) {
        self.bytes = bytes
        self.context = context
        guard bytes.count <= context.limits.size else {
            throw PlaylistProblem(
                line: 1, message: "the playlist has \(bytes.count) bytes; the limit is \(context.limits.size)")
        }
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
            try context.reportDeviation(
                PlaylistProblem(line: 1, message: "a playlist must not begin with a byte order mark"))
            offset = 3
        }
        try readFirstLine()
    }

    private mutating func readFirstLine() throws(PlaylistProblem) {
        let problem = PlaylistProblem(line: 1, message: "the first line is not #EXTM3U: this is not a playlist")
        var (begin, hasComment) = (offset, false)
        while let raw = try nextLine() {
            let line = raw.withoutBlanks
            if line.isAtEnd {
                try context.reportDeviation(problem)
                begin = offset
                continue
            }
            if raw.bytes.equals("#EXTM3U") { return }
            if line.bytes.equals("#EXTM3U") {
                return try context.reportDeviation(line.problem("unexpected spaces or tabs around #EXTM3U"))
            }
            if line.bytes.starts(with: "#EXTM3U"), line.bytes[7] == 0x20 || line.bytes[7] == 0x09 {
                return try context.reportDeviation(line.problem("unexpected text after #EXTM3U", at: 7))
            }
            guard line.bytes.starts(with: "#"), context.tolerance == .complete else { throw problem }
            if !hasComment { try context.recordFault(problem) }
            guard line.bytes.starts(with: "#EXT") else {
                (begin, hasComment) = (offset, true)
                continue
            }
            (offset, number) = (begin, number - 1)
            return
        }
        throw problem
    }

    /// The number of lines that may be URIs.
    var uriCount: Int {
        var (count, isStart) = (0, true)
        for byte in bytes {
            if isStart, byte != UInt8(ascii: "#"), byte != 0x0a, byte != 0x0d { count += 1 }
            isStart = byte == 0x0a
        }
        return count
    }

    /// Returns the next significant line; nil at the end.
    mutating func next() throws(PlaylistProblem) -> Item? {
        while let raw = try nextLine() {
            let line = raw.withoutBlanks
            guard let first = line.next else {
                if !raw.isAtEnd { try context.reportDeviation(raw.problem("an empty line contains spaces or tabs")) }
                continue
            }
            guard first == UInt8(ascii: "#") else {
                if line.bytes.count != raw.bytes.count {
                    try context.reportDeviation(raw.problem("unexpected spaces or tabs around the URI"))
                }
                return .uri(line)
            }
            if line.bytes.starts(with: "#EXT") { return try tag(line, raw) }
        }
        return nil
    }

    /// Reads up to the value of a tag; `raw` is the line including surrounding blanks.
    private func tag(_ fullLine: PlaylistLine, _ raw: PlaylistLine) throws(PlaylistProblem) -> Item {
        var line = fullLine
        _ = line.skip("#")
        let begin = line
        guard let tag = PlaylistTag(line.read { $0 != UInt8(ascii: ":") }) else { return .unknownTag(begin) }
        let hasValue = line.skip(":")
        // A title is free text and may contain spaces.
        if tag.hasFreeText, line.rest.contains(UInt8(ascii: ",")), raw.bytes.first == UInt8(ascii: "#"),
            !raw.bytes.contains(0x09)
        {
            line = PlaylistLine(number: line.number, bytes: raw.bytes, position: line.position)
        } else if line.bytes.count != raw.bytes.count {
            try context.reportDeviation(raw.problem("unexpected spaces or tabs around \(tag.name)"))
        }
        if tag.hasNoValue, hasValue {
            try context.reportDeviation(line.problem("\(tag.name) must not have a value"))
            line.position = line.end
        }
        if !tag.hasAttributes, line.skipBlanks() {
            try context.reportDeviation(line.problem("unexpected space before the value of \(tag.name)"))
        }
        if !tag.hasNoValue, !hasValue || line.isAtEnd { throw line.problem("\(tag.name) requires a value") }
        return .tag(tag, line)
    }

    private mutating func nextLine() throws(PlaylistProblem) -> PlaylistLine? {
        guard offset < bytes.count else { return nil }
        number += 1
        let begin = offset
        var isPlain = true
        while offset < bytes.count, bytes[offset] != 0x0a {
            // Plain bytes are printable ASCII.
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
                message: "the line has \(line.bytes.count) bytes; the limit is \(context.limits.lineLength)")
        }
        if !isPlain { try validateText(line) }
        return line
    }

    /// Validates the text of a line. Errors in comments, titles and unknown tags are harmless.
    private func validateText(_ line: PlaylistLine) throws(PlaylistProblem) {
        let isFreeText =
            line.next == UInt8(ascii: "#")
            && (PlaylistTag(lineWithValue: line.bytes)?.hasFreeText == true || !line.bytes.starts(with: "#EXT"))
        try validateControlCharacters(line, isFreeText)
        guard line.bytes.contains(where: { $0 >= 0x80 }) else { return }
        guard let text = String(validating: line.bytes, as: UTF8.self) else {
            let problem = PlaylistProblem(line: number, message: "the line is not valid UTF-8")
            guard isFreeText else { throw problem }
            return try context.reportDeviation(problem)
        }
        if text.unicodeScalars.contains(where: { (0x80...0x9f).contains($0.value) }) {
            try context.reportDeviation(PlaylistProblem(line: number, message: "the line contains a control character"))
        }
    }

    private func validateControlCharacters(_ line: PlaylistLine, _ isFreeText: Bool) throws(PlaylistProblem) {
        // Removed date ranges are separated by tabs.
        let hasTabs = PlaylistTag(lineWithValue: line.bytes)?.mayHaveTabs ?? false
        let content = line.withoutBlanks
        let isURI = content.next != UInt8(ascii: "#")
        guard let index = line.bytes.firstIndex(where: { ($0 < 0x20 && !(hasTabs && $0 == 0x09)) || $0 == 0x7f })
        else { return }
        let problem = line.problem(
            "unexpected control character \(line.bytes[index])", at: index)
        // Tabs at the ends and between attributes are blanks; other control characters would become part of a value.
        let isHarmless = isFreeText || content.bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 && !isURI }
        guard isHarmless else { throw problem }
        try context.reportDeviation(problem)
    }
}
