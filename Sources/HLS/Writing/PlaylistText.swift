/// Collects the lines of a playlist.
struct PlaylistText {
    private(set) var text: String

    init(capacity: Int = 512) {
        text = "#EXTM3U\n"
        text.reserveCapacity(capacity)
    }

    /// A tag without a value.
    mutating func add(_ tag: PlaylistTag) {
        text += "#"
        text += tag.rawValue
        text += "\n"
    }

    /// A tag with one value.
    mutating func add(_ tag: PlaylistTag, _ value: some CustomStringConvertible) {
        text += "#"
        text += tag.rawValue
        text += ":"
        text += value.description
        text += "\n"
    }

    /// A URI or anything else that has a line of its own.
    mutating func addLine(_ line: String) {
        text += PlaylistText.withoutLineBreaks(line)
        text += "\n"
    }

    /// A line cannot hold a line break or another control character: each becomes a space.
    static func withoutLineBreaks(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }
}

/// The value of a tag that has attributes (RFC 8216bis 4.2).
struct AttributeListText: CustomStringConvertible {
    private(set) var description = ""

    /// A number or an enumerated word.
    mutating func add(_ name: String, _ value: some CustomStringConvertible) {
        if !description.isEmpty { description += "," }
        description += "\(name)=\(value)"
    }

    /// A quoted string; it cannot hold quotes, so that a single one stands in for each.
    mutating func add(_ name: String, quoted value: String) {
        let clean = PlaylistText.withoutLineBreaks(value)
        add(name, "\"" + String(clean.map { $0 == "\"" ? "'" : $0 }) + "\"")
    }

    mutating func add(_ name: String, quoted value: String?) {
        if let value { add(name, quoted: value) }
    }

    mutating func add(_ name: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(name, value) }
    }
}
