import Media

/// A builder for XML documents, indented by two spaces.
struct XMLBuilder {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var depth = 0

    /// Adds an element. `content` adds its children.
    mutating func add(
        _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], content: ((inout XMLBuilder) -> Void)? = nil
    ) {
        begin(name, attributes)
        guard let content else {
            text += "/>\n"
            return
        }
        text += ">\n"
        depth += 1
        content(&self)
        depth -= 1
        text += String(repeating: "  ", count: depth) + "</\(name)>\n"
    }

    /// Adds an element that contains text.
    mutating func add(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text content: String) {
        begin(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    private mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String?>) {
        text += String(repeating: "  ", count: depth) + "<\(name)"
        for (key, value) in attributes {
            if let value { text += " \(key)=\"\(Self.escaped(value))\"" }
        }
    }

    /// Returns the text with markup characters escaped. Characters that XML does not permit become U+FFFD.
    static func escaped(_ text: String) -> String {
        text.escapedMarkup { scalar in
            switch scalar {
            case "\t", "\n", "\r": "&#\(scalar.value);"
            case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
            default: nil
            }
        }
    }
}
