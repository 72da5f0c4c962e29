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

    /// The cue without its times as a `vttc` box (ISO/IEC 14496-30 7.4).
    package var box: [UInt8] {
        var content: [UInt8] = []
        if !identifier.isEmpty { content += ConfigurationBoxes.box("iden", Array(identifier.utf8)) }
        if !settings.isEmpty { content += ConfigurationBoxes.box("sttg", Array(settings.utf8)) }
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
        self.payload = WebVTTPayload.cleaned(String(decoding: payload, as: UTF8.self))
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
        return text + "\n" + payload + "\n\n"
    }
}
