/// The named character references of HTML 4 for Latin letters and punctuation, which subtitle files of web pages contain.
enum NamedCharacter {
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
