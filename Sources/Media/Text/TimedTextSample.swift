/// A sample of 3GPP timed text (3GPP TS 26.245 5.17) that can be converted to a cue.
package struct TimedTextSample {
    /// The defaults that the sample entry sets for all samples.
    package struct Style: Sendable, Hashable {
        /// Whether all samples are forced: shown regardless of the user's selection.
        package var isForced = false
        /// The default face style flags: 1 bold, 2 italic, 4 underlined.
        package var face: UInt8 = 0

        /// Parses a whole `tx3g` box. Boxes that are too short give the defaults.
        package init(sampleEntry: [UInt8]) {
            // The box header, reserved bytes and data reference index precede the display flags.
            guard sampleEntry.count >= 46 else { return }
            isForced = sampleEntry[16] & 0x80 != 0
            face = sampleEntry[40]
        }
    }

    private let text: String
    private let boxes: [UInt8]
    private let style: Style

    /// Parses a sample. A truncated sample has no text.
    package init(_ bytes: [UInt8], _ style: Style) {
        self.style = style
        let length = bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : 0
        guard length > 0, length <= bytes.count - 2 else {
            (text, boxes) = ("", [])
            return
        }
        let content = bytes[2..<2 + length]
        boxes = Array(bytes[(2 + length)...])
        // A byte order mark indicates UTF-16; otherwise the text is UTF-8.
        if content.starts(with: [0xfe, 0xff]) {
            text = String(utf16: content.dropFirst(2), isBigEndian: true)
        } else {
            text = String(decoding: content, as: UTF8.self)
        }
    }

    /// The text as a cue with tags for bold, italic and underlined text; nil if there is no text. The caller sets the
    /// times.
    package var cue: WebVTTCue? {
        let scalars = Array(text.unicodeScalars)
        var faces = [UInt8](repeating: style.face, count: scalars.count)
        for (range, face) in runs(scalars.count) { for index in range { faces[index] = face } }
        var payload = ""
        var start = 0
        while start < scalars.count {
            let face = faces[start]
            let end = faces[start...].firstIndex { $0 != face } ?? scalars.count
            var run = String.UnicodeScalarView()
            run.append(contentsOf: scalars[start..<end])
            payload += Self.tagged(WebVTTPayload.escaped(String(run)), face)
            start = end
        }
        payload = WebVTTPayload.cleaned(payload)
        return payload.isEmpty ? nil : WebVTTCue(start: 0, end: 1, payload: payload)
    }

    /// The face style of each style record's range of characters, clamped to `count` characters.
    private func runs(_ count: Int) -> [(Range<Int>, UInt8)] {
        guard let content = ConfigurationBoxes(boxes)["styl"], content.count >= 2 else { return [] }
        let number = Int(content[0]) << 8 | Int(content[1])
        return (0..<min(number, (content.count - 2) / 12, 1024)).map { index in
            let record = content[(2 + 12 * index)...].prefix(12)
            func field(_ offset: Int) -> Int {
                Int(record[record.startIndex + offset]) << 8 | Int(record[record.startIndex + offset + 1])
            }
            let start = min(field(0), count)
            return (start..<max(start, min(field(2), count)), record[record.startIndex + 6])
        }
    }

    private static func tagged(_ text: String, _ face: UInt8) -> String {
        let tags = [(1, "b"), (2, "i"), (4, "u")].filter { face & UInt8($0.0) != 0 }.map(\.1)
        return tags.map { "<\($0)>" }.joined() + text + tags.reversed().map { "</\($0)>" }.joined()
    }
}
