/// A WebVTT cue: a text and the times at which it is shown (W3C WebVTT 3.1).
package struct WebVTTCue: Sendable, Hashable {
    /// In milliseconds.
    package var start: Int64
    /// In milliseconds, after ``start``.
    package var end: Int64
    /// The cue identifier; empty for none.
    package var identifier: String
    /// The cue settings, such as `line:0 align:start`; empty for the default position.
    package var settings: String
    /// The text with tags and escapes. Lines are separated by line feeds, and no line is empty.
    package var payload: String

    package init(start: Int64, end: Int64, identifier: String = "", settings: String = "", payload: String) {
        self.start = start
        self.end = end
        self.identifier = identifier
        self.settings = settings
        self.payload = payload
    }

    /// The cue without its times as a `vttc` box (ISO/IEC 14496-30 7.4), for a sample that starts with the cue.
    package var box: [UInt8] { box(inSampleAt: start) }

    /// The cue without its times as a `vttc` box, for a sample that starts at a time in milliseconds.
    package func box(inSampleAt time: Int64) -> [UInt8] {
        var content: [UInt8] = []
        if !identifier.isEmpty { content += ConfigurationBoxes.box("iden", Array(identifier.utf8)) }
        if !settings.isEmpty { content += ConfigurationBoxes.box("sttg", Array(settings.utf8)) }
        // Times inside of the text remain valid if the sample is moved (ISO/IEC 14496-30 7.5).
        if CueTimestamps.exist(in: payload) {
            content += ConfigurationBoxes.box("ctim", Array("\(WebVTTTime(time))".utf8))
        }
        content += ConfigurationBoxes.box("payl", Array(payload.utf8))
        return ConfigurationBoxes.box("vttc", content)
    }

    /// The cue of a `vttc` box, with the sample's times; nil for other boxes and malformed ones.
    package init?(box: ByteSlice, start: Int64, end: Int64) {
        guard let content = ConfigurationBoxes(box.bytes)["vttc"] else { return nil }
        self.init(content: content, start: start, end: end)
    }

    /// The cue with the content of a `vttc` box; nil if it has no payload box (`payl`).
    package init?(content: [UInt8], start: Int64, end: Int64) {
        let boxes = ConfigurationBoxes(content)
        guard let payload = boxes["payl"] else { return nil }
        self.start = start
        self.end = end
        identifier = Self.line(boxes["iden"] ?? [])
        settings = Self.line(boxes["sttg"] ?? [])
        let text = WebVTTPayload.cleaned(String(decoding: payload, as: UTF8.self))
        let stored = boxes["ctim"].flatMap { CueTimestamps.time(String(decoding: $0, as: UTF8.self)) }
        self.payload = stored.map { CueTimestamps.shifted(text, by: start &- $0) } ?? text
    }

    /// Parses a time of WebVTT in milliseconds; nil for other text.
    package static func time(_ text: String) -> Int64? { CueTimestamps.time(text) }

    /// Whether another cue is the same except for its times.
    package func hasContent(of other: WebVTTCue) -> Bool {
        identifier == other.identifier && settings == other.settings && payload == other.payload
    }

    /// The cue at other times, with the times inside of its text.
    package func shifted(by shift: Int64) -> WebVTTCue {
        var cue = self
        (cue.start, cue.end) = (start &+ shift, end &+ shift)
        cue.payload = CueTimestamps.shifted(payload, by: shift)
        return cue
    }

    /// The cue of a Matroska block: text only, or text preceded by one line with the identifier and one with the
    /// settings.
    package init(matroskaBlock text: String, start: Int64, end: Int64) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let hasHead = lines.count > 2 && lines[1].split(separator: " ").allSatisfy(Self.isSetting)
        identifier = hasHead ? Self.line(Array(lines[0].utf8)) : ""
        settings = hasHead ? Self.line(Array(lines[1].utf8)) : ""
        payload = WebVTTPayload.cleaned((hasHead ? lines[2...] : lines[...]).joined(separator: "\n"))
        (self.start, self.end) = (start, end)
    }

    private static func isSetting(_ word: Substring) -> Bool {
        ["vertical:", "line:", "position:", "size:", "align:", "region:"].contains { word.hasPrefix($0) }
    }

    private static func line(_ bytes: [UInt8]) -> String {
        let line = String(decoding: bytes.filter { $0 >= 0x20 }, as: UTF8.self)
        // An arrow would turn the line into a timing line.
        return line.contains("-->") ? "" : line
    }

    /// The cue as a block of a WebVTT file, including the empty line after it. `shift` milliseconds are added to its
    /// times.
    package func text(shiftedBy shift: Int64) -> String {
        var text = identifier.isEmpty ? "" : identifier + "\n"
        text += "\(WebVTTTime(start &+ shift)) --> \(WebVTTTime(end &+ shift))"
        if !settings.isEmpty { text += " " + settings }
        return text + "\n" + CueTimestamps.shifted(payload, by: shift) + "\n\n"
    }
}
