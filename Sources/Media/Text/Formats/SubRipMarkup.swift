/// Converts the tags commonly used in SubRip files to WebVTT.
package enum SubRipMarkup {
    /// Returns the text with `b`, `i` and `u` tags kept and other special characters escaped, and the cue settings for
    /// a position tag such as `{\an8}`.
    package static func converted(_ text: String) -> (payload: String, settings: String) {
        var payload = ""
        var settings = ""
        var rest = text[...]
        while let first = rest.unicodeScalars.first {
            if first == "{", rest.hasPrefix("{\\"), let end = rest.prefix(256).firstIndex(of: "}") {
                if settings.isEmpty { settings = place(rest[..<end]) }
                rest = rest[rest.index(after: end)...]
            } else if first == "{", let (tag, after) = bracedTag(rest) {
                payload += tag
                rest = rest[after...]
            } else if first == "<", let (tag, after) = tag(rest) {
                payload += tag
                rest = rest[after...]
            } else if first == "&", let entity = entities.first(where: { rest.hasPrefix($0.from) }) {
                payload += entity.to
                rest = rest.dropFirst(entity.from.count)
            } else if first == "&", let (character, after) = numericEntity(rest) ?? NamedCharacter.first(in: rest) {
                payload += WebVTTPayload.escaped(character)
                rest = rest[after...]
            } else if first == "\\", let escape = escapes.first(where: { rest.hasPrefix($0.from) }) {
                payload += escape.to
                rest = rest.dropFirst(escape.from.count)
            } else {
                let plain = rest.unicodeScalars.dropFirst().prefix {
                    $0 != "{" && $0 != "<" && $0 != "&" && $0 != "\\"
                }
                payload += WebVTTPayload.escaped(rest[..<plain.endIndex])
                rest = rest[plain.endIndex...]
            }
        }
        return (payload, settings)
    }

    /// The tag to keep, or an empty string for a known tag to drop; nil for text that is not a known tag.
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

    /// A tag in braces, such as `{i}` and `{/i}`, or an empty string for a code of MicroDVD such as `{y:i}`; nil for other
    /// text.
    private static func bracedTag(_ text: Substring) -> (kept: String, after: Substring.Index)? {
        guard let end = text.prefix(64).firstIndex(of: "}") else { return nil }
        let (content, after) = (text[..<end].dropFirst().lowercased(), text.index(after: end))
        switch content {
        case "b", "i", "u", "/b", "/i", "/u": return ("<\(content)>", after)
        default:
            let parts = content.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, parts[0].count == 1, "cfsyphd".contains(parts[0]),
                !parts[1].contains(where: \.isWhitespace)
            else { return nil }
            return ("", after)
        }
    }

    /// Escapes that WebVTT defines (W3C WebVTT 4.2.2), and replacements for other common ones.
    private static let entities: [(from: String, to: String)] =
        ["&amp;", "&lt;", "&gt;", "&nbsp;", "&lrm;", "&rlm;"].map { ($0, $0) } + [
            ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&#34;", "\""),
        ]

    /// Line breaks and hard spaces of Advanced SubStation Alpha, which SubRip files contain after conversions.
    private static let escapes: [(from: String, to: String)] = [("\\N", "\n"), ("\\n", "\n"), ("\\h", "\u{a0}")]

    /// The character of a numeric reference such as `&#8217;` or `&#x2019;`; nil for other text.
    private static func numericEntity(_ text: Substring) -> (character: String, after: Substring.Index)? {
        let head = text.prefix(12)
        guard head.hasPrefix("&#"), let end = head.firstIndex(of: ";") else { return nil }
        let digits = head[..<end].dropFirst(2)
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        guard let code = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10),
            code >= 0x20, let scalar = Unicode.Scalar(code)
        else { return nil }
        return (String(scalar), text.index(after: end))
    }

    /// The settings for `\an1` to `\an9`, which are arranged like a numeric keypad: 8 is top centre.
    private static func place(_ tag: Substring) -> String {
        guard let range = tag.firstRange(of: "\\an"), let digit = tag[range.upperBound...].first?.wholeNumberValue,
            (1...9).contains(digit)
        else { return "" }
        let line = digit > 6 ? "line:0" : digit > 3 ? "line:50%" : ""
        let alignment = digit % 3 == 1 ? "align:left position:0%" : digit % 3 == 0 ? "align:right position:100%" : ""
        return [line, alignment].filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// The named character references of HTML 4 for Latin letters and punctuation, which subtitle files of web pages contain.
private enum NamedCharacter {
    /// Returns the character of a reference such as `&eacute;` at the start of a text, and its end; nil for other text.
    static func first(in text: Substring) -> (character: String, after: Substring.Index)? {
        let head = text.prefix(12)
        guard head.first == "&", let end = head.firstIndex(of: ";"), let scalar = scalars[head[..<end].dropFirst()]
        else { return nil }
        return (String(scalar), text.index(after: end))
    }

    private static let scalars: [Substring: Unicode.Scalar] = {
        var scalars: [Substring: Unicode.Scalar] = [
            "OElig": "\u{152}", "oelig": "\u{153}", "Scaron": "\u{160}", "scaron": "\u{161}", "Yuml": "\u{178}",
            "ndash": "\u{2013}", "mdash": "\u{2014}", "lsquo": "\u{2018}", "rsquo": "\u{2019}", "sbquo": "\u{201a}",
            "ldquo": "\u{201c}", "rdquo": "\u{201d}", "bdquo": "\u{201e}", "bull": "\u{2022}", "hellip": "\u{2026}",
            "euro": "\u{20ac}", "trade": "\u{2122}",
        ]
        // From U+00A1 on; `nbsp` is one of WebVTT.
        let latin = """
            iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para \
            middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave \
            Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
            Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave \
            iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
            """
        for (index, name) in latin.split(separator: " ").enumerated() {
            scalars[name] = Unicode.Scalar(UInt32(0xa1 + index))
        }
        return scalars
    }()
}
