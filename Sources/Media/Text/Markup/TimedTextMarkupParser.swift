/// Reads the texts and times of TTML documents (W3C TTML2). Regions and styles other than italics are not read.
struct TimedTextMarkupParser {
    private struct Element {
        var name: String
        var begin: Int64
        /// nil without an end.
        var end: Int64?
        var isTimed = false
        var isItalic = false
        var text = ""
        var line: Int
    }

    private let bytes: [UInt8]
    private var rates = MarkupTime()
    private var open: [Element] = []
    private var file = TimedTextFile()

    /// The maximum depth of elements.
    private static let maximumDepth = 64

    static func parse(_ lines: TextLines) throws(TimedTextFile.Failure) -> TimedTextFile {
        var text: [UInt8] = []
        for index in 0..<lines.count { text += Array(lines[index].utf8) + [0x0a] }
        var parser = TimedTextMarkupParser(text)
        return try parser.parse()
    }

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    private mutating func parse() throws(TimedTextFile.Failure) -> TimedTextFile {
        var scanner = MarkupScanner(bytes)
        var (isBody, line, counted) = (false, 1, 0)
        while let tag = scanner.next() {
            if tag.localName == "tt", !tag.isEnd { rates = MarkupTime(tag, bytes) }
            if tag.localName == "body" { isBody = !tag.isEnd }
            line += bytes[counted..<max(counted, tag.nameEnd)].count { $0 == 0x0a }
            counted = max(counted, tag.nameEnd)
            guard isBody || !open.isEmpty else { continue }
            if tag.isEnd {
                try close(tag.localName)
            } else if tag.localName == "br" {
                append("\n")
            } else if !tag.isEmpty {
                guard open.count < Self.maximumDepth else {
                    throw TimedTextFile.Failure(line: line, message: "elements are nested too deeply")
                }
                push(tag, line)
            }
            append(Self.collapsed(String(decoding: scanner.text, as: UTF8.self)))
        }
        guard !file.cues.isEmpty else {
            throw TimedTextFile.Failure(line: 1, message: "no paragraph with text and times found")
        }
        return file
    }

    private mutating func push(_ tag: MarkupScanner.Tag, _ line: Int) {
        let parent = open.last
        let origin = parent?.begin ?? 0
        func time(_ name: String) -> Int64? {
            tag[name].flatMap { rates.milliseconds(String(decoding: bytes[$0], as: UTF8.self)) }
        }
        let begin = origin + (time("begin") ?? 0)
        var element = Element(name: tag.localName, begin: begin, end: parent?.end, line: line)
        element.isTimed = tag["begin"] != nil || tag["end"] != nil || tag["dur"] != nil
        let ends = [time("end").map { origin + $0 }, time("dur").map { begin + $0 }, parent?.end].compactMap(\.self)
        element.end = ends.min()
        let style = tag.attributes.first { $0.name.hasSuffix("fontStyle") }
        element.isItalic = style.map { bytes[$0.value].elementsEqual("italic".utf8) } ?? false
        open.append(element)
        if element.isItalic { append("<i>") }
    }

    /// Adds text to the innermost paragraph, or to the innermost timed element in it.
    private mutating func append(_ text: String) {
        guard !text.isEmpty, let paragraph = open.lastIndex(where: { $0.name == "p" }) else { return }
        let position = open[paragraph...].lastIndex { $0.isTimed } ?? paragraph
        open[position].text += text
    }

    private mutating func close(_ name: String) throws(TimedTextFile.Failure) {
        guard let position = open.lastIndex(where: { $0.name == name }) else { return }
        while open.count > position, let element = open.last {
            if element.isItalic { append("</i>") }
            guard let ended = open.popLast() else { return }
            let lines = ended.text.split(separator: "\n").map { String($0).trimmed }.filter { !$0.isEmpty }
            guard !lines.isEmpty, WebVTTPayload.plain(lines.joined()).contains(where: { !$0.isWhitespace }) else {
                continue
            }
            guard let end = ended.end else {
                file.addProblem(ended.line, "a paragraph has no end; it is discarded")
                continue
            }
            try file.add(
                WebVTTCue(
                    start: ended.begin, end: end, payload: WebVTTPayload.cleaned(lines.joined(separator: "\n"))),
                at: ended.line)
        }
    }

    /// Returns the text with white space collapsed and characters escaped as WebVTT requires.
    private static func collapsed(_ text: String) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { return text.isEmpty ? "" : " " }
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let head = text.first?.isWhitespace == true ? " " : ""
        let tail = text.last?.isWhitespace == true ? " " : ""
        return SubRipMarkup.converted(head + words + tail).payload
    }
}

/// Time expressions of TTML (W3C TTML2 12.3), with the rates that a document declares.
private struct MarkupTime {
    private var frameRate = 30.0
    private var tickRate: Double?

    init() {}

    init(_ tag: MarkupScanner.Tag, _ bytes: [UInt8]) {
        func value(_ suffix: String) -> String? {
            tag.attributes.first { $0.name == suffix || $0.name.hasSuffix(":" + suffix) }
                .map { String(decoding: bytes[$0.value], as: UTF8.self) }
        }
        let declared = value("frameRate").flatMap(Double.init)
        if let declared, declared > 0, declared < 1000 { frameRate = declared }
        let multiplier = value("frameRateMultiplier")?.split(separator: " ").compactMap { Double($0) } ?? []
        if multiplier.count == 2, multiplier[0] > 0, multiplier[1] > 0 { frameRate *= multiplier[0] / multiplier[1] }
        tickRate = value("tickRate").flatMap(Double.init)
        if tickRate == nil, declared != nil { tickRate = frameRate }
    }

    func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 32 else { return nil }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let seconds: Double
        if parts.count == 3 || parts.count == 4 {
            let numbers = parts.compactMap { Double($0) }
            guard numbers.count == parts.count, numbers.allSatisfy({ (0...1e6).contains($0) }) else { return nil }
            let frames = numbers.count == 4 ? numbers[3] / frameRate : 0
            seconds = numbers[0] * 3600 + numbers[1] * 60 + numbers[2] + frames
        } else {
            let metric = text.drop { $0.isNumber || $0 == "." }
            let units = ["h": 3600, "m": 60, "s": 1, "ms": 0.001, "f": 1 / frameRate, "t": 1 / max(1, tickRate ?? 1)]
            guard let number = Double(text.dropLast(metric.count)), number >= 0, let unit = units[String(metric)]
            else { return nil }
            seconds = number * unit
        }
        return seconds < 1e7 ? Int64((seconds * 1000).rounded()) : nil
    }
}
