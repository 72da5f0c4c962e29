import Media

/// A builder for HTML and SVG. Text is always escaped.
struct Markup {
    private(set) var text = ""

    init() {}

    /// Adds an element with the given content.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: (inout Markup) -> Void
    ) {
        open(name, attributes)
        content(&self)
        text += "</\(name)>"
    }

    /// Adds an element that contains text.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ words: String) {
        element(name, attributes) { $0.add(words) }
    }

    /// Adds an element without attributes that contains text.
    mutating func element(_ name: String, _ words: String) { element(name, [:], words) }

    /// Adds text.
    mutating func add(_ words: String) { text += Self.escaped(words) }

    /// Adds a line break, for readability of the source.
    mutating func newLine() { text += "\n" }

    /// Adds trusted markup without escaping it.
    mutating func add(markup: String) { text += markup }

    private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
        text += ">"
    }

    private static func escaped(_ words: String) -> String {
        words.escapedMarkup { scalar in
            switch scalar {
            // Control characters and bidirectional overrides could change the displayed text of findings.
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{7f}", "\u{202a}"..."\u{202e}",
                "\u{2066}"..."\u{2069}":
                "\u{fffd}"
            default: nil
            }
        }
    }
}
