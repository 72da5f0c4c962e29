/// Renders the lines of a playlist.
struct PlaylistWriter {
    private(set) var text: String

    init(capacity: Int = 512) {
        text = "#EXTM3U\n"
        text.reserveCapacity(capacity)
    }

    /// Adds a tag without a value.
    mutating func add(_ tag: PlaylistTag) {
        text += "#"
        text += "\(tag.name)"
        text += "\n"
    }

    /// Adds a tag with one value.
    mutating func add(_ tag: PlaylistTag, _ value: some CustomStringConvertible) {
        text += "#"
        text += "\(tag.name)"
        text += ":"
        text += value.description
        text += "\n"
    }

    /// Adds a URI or another complete line.
    mutating func addLine(_ line: String) {
        text += PlaylistWriter.withoutLineBreaks(line)
        text += "\n"
    }

    /// Adds unknown tags unchanged.
    mutating func add(_ tags: some Sequence<UnknownTag>) {
        for tag in tags { addLine("#" + tag.name + (tag.value.map { ":" + $0 } ?? "")) }
    }

    /// Replaces line breaks and other control characters by spaces.
    static func withoutLineBreaks(_ text: String) -> String {
        // The common case needs no changes and is recognized byte by byte.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? " " : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
    }
}
