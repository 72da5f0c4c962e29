import Media

/// HTML and SVG as it is put together; what is text stays text, whatever stands in it.
struct Markup {
    private(set) var text = ""

    init() {}

    /// An element around what `content` adds.
    mutating func element(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: (inout Markup) -> Void
    ) {
        open(name, attributes)
        content(&self)
        text += "</\(name)>"
    }

    /// An element around text.
    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, _ words: String) {
        element(name, attributes) { $0.add(words) }
    }

    /// An element without attributes around text.
    mutating func element(_ name: String, _ words: String) { element(name, [:], words) }

    /// Text.
    mutating func add(_ words: String) { text += Self.escaped(words) }

    /// A line break in the source, for who reads that.
    mutating func newLine() { text += "\n" }

    /// Markup of our own.
    mutating func add(markup: String) { text += markup }

    private mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        text += "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(Self.escaped(value))\"" }
        text += ">"
    }

    private static func escaped(_ words: String) -> String {
        words.escapedMarkup { scalar in
            switch scalar {
            // Controls and what turns the direction of text around would make findings say something else.
            case "\u{0}"..."\u{8}", "\u{b}", "\u{c}", "\u{e}"..."\u{1f}", "\u{7f}", "\u{202a}"..."\u{202e}",
                "\u{2066}"..."\u{2069}":
                "\u{fffd}"
            default: nil
            }
        }
    }
}
