/// The tags that SubRip files have in common use, as WebVTT has them.
package enum SubRipMarkup {
    /// The text with `b`, `i` and `u` kept and everything else that means something escaped; settings from the place
    /// that `{\an8}` asks for.
    package static func converted(_ text: String) -> (payload: String, settings: String) {
        var payload = ""
        var settings = ""
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            if first == "{", rest.hasPrefix("{\\"), let end = rest.prefix(256).firstIndex(of: "}") {
                if settings.isEmpty { settings = place(rest[..<end]) }
                rest = rest[rest.index(after: end)...]
            } else if first == "<", let (tag, after) = tag(rest) {
                payload += tag
                rest = rest[after...]
            } else if first == "&", let entity = entities.first(where: { rest.hasPrefix($0.from) }) {
                payload += entity.to
                rest = rest.dropFirst(entity.from.count)
            } else {
                let plain = rest.unicodeScalars.dropFirst().prefix { $0 != "{" && $0 != "<" && $0 != "&" }
                payload += WebVTTPayload.escaped(rest[..<plain.endIndex])
                rest = rest[plain.endIndex...]
            }
        }
        return (payload, settings)
    }

    /// A tag that is kept or silently left out; nil for what is none.
    private static func tag(_ text: Substring) -> (kept: String, after: Substring.Index)? {
        guard let end = text.prefix(256).firstIndex(of: ">") else { return nil }
        let content = text[..<end].dropFirst()
        let isEnd = content.first == "/"
        let name = content.drop { $0 == "/" }.prefix { $0.isLetter }.lowercased()
        let after = text.index(after: end)
        switch name {
        case "b", "i", "u": return (isEnd ? "</\(name)>" : "<\(name)>", after)
        case "font", "s", "strike", "span", "tt", "big", "small": return ("", after)
        default: return nil
        }
    }

    /// Escapes that WebVTT knows (W3C WebVTT 4.2.2), and what it has for others in common use.
    private static let entities: [(from: String, to: String)] =
        ["&amp;", "&lt;", "&gt;", "&nbsp;", "&lrm;", "&rlm;"].map { ($0, $0) } + [
            ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&#34;", "\""),
        ]

    /// `\an1` to `\an9` are places as on a keypad: 8 is above in the middle.
    private static func place(_ tag: Substring) -> String {
        guard let range = tag.firstRange(of: "\\an"), let digit = tag[range.upperBound...].first?.wholeNumberValue,
            (1...9).contains(digit)
        else { return "" }
        let line = digit > 6 ? "line:0" : digit > 3 ? "line:50%" : ""
        let alignment = digit % 3 == 1 ? "align:left position:0%" : digit % 3 == 0 ? "align:right position:100%" : ""
        return [line, alignment].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
