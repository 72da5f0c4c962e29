/// A language as media headers store it: three letters in 15 bits, and a BCP 47 tag if these are insufficient.
package struct LanguageCode: Sendable, Hashable {
    /// ISO 639-2 letters, each as its distance from 0x60.
    package let packed: UInt16
    /// The tag for an `elng` box; nil if three letters are sufficient.
    package let extendedTag: String?

    private static let undetermined: UInt16 = 0x55c4

    /// The stored form of a BCP 47 tag; undetermined for nil and invalid tags.
    package init(tag: String?) {
        let tag = tag ?? ""
        let primary = tag.prefix { $0 != "-" }.lowercased()
        let letters =
            primary.utf8.count == 2
            ? Self.threeLetters[primary] ?? primary : Self.bibliographic[primary] ?? primary
        packed = Self.pack(letters) ?? Self.undetermined
        let isWhole = tag.lowercased() == primary && packed != Self.undetermined
        extendedTag = isWhole || tag.isEmpty || tag.lowercased() == "und" ? nil : tag
    }

    /// Returns the three letters; nil if undetermined.
    package static func letters(packed: UInt16) -> String? {
        let shifts: [UInt16] = [10, 5, 0]
        let letters = shifts.map { shift -> UInt8 in UInt8(packed >> shift & 0x1f) + 0x60 }
        guard packed != undetermined, letters.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
        return String(decoding: letters, as: UTF8.self)
    }

    /// Returns the BCP 47 tag for packed letters: two letters if the language has them; nil if undetermined.
    package static func tag(packed: UInt16) -> String? { letters(packed: packed).map(shortened) }

    /// Returns the BCP 47 tag that a text means: `en-US` for `en_US`, `de` for `ger`; nil if it is undetermined or no tag.
    package static func corrected(_ text: String) -> String? {
        let parts = text.split(separator: "\0").first?.replacing("_", with: "-").split(
            separator: "-", omittingEmptySubsequences: false)
        guard let parts, let primary = parts.first?.lowercased(), primary != "und",
            parts.allSatisfy({ (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }),
            parts.reduce(parts.count - 1, { $0 + $1.utf8.count }) <= 35
        else { return nil }
        // Grandfathered and private tags begin with one letter.
        if parts.count > 1, primary == "x" || primary == "i" { return parts.joined(separator: "-") }
        guard (2...3).contains(primary.utf8.count), primary.utf8.allSatisfy({ $0 > 0x39 }) else { return nil }
        return ([shortened(primary)] + parts.dropFirst().map(String.init)).joined(separator: "-")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
        default: false
        }
    }

    /// Returns the tag with the shortest code of its language, in lower case: `de` for `deu` and `ger`, `de-at` for
    /// `ger-AT`.
    package static func shortened(_ tag: String) -> String {
        let tag = tag.lowercased()
        let primary = tag.prefix { $0 != "-" }
        let letters = bibliographic[String(primary)] ?? String(primary)
        return (twoLetters[letters] ?? letters) + tag.dropFirst(primary.count)
    }

    private static func pack(_ code: String) -> UInt16? {
        let letters = Array(code.utf8)
        guard letters.count == 3, letters.allSatisfy({ (0x61...0x7a).contains($0) }) else { return nil }
        return letters.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    /// ISO 639-1 to ISO 639-2/T.
    private static let threeLetters: [String: String] = Dictionary(
        uniqueKeysWithValues: table.split(separator: " ").map { (String($0.prefix(2)), String($0.suffix(3))) })
    private static let twoLetters: [String: String] = Dictionary(
        uniqueKeysWithValues: table.split(separator: " ").map { (String($0.suffix(3)), String($0.prefix(2))) })

    /// ISO 639-2/B to ISO 639-2/T.
    private static let bibliographic = [
        "alb": "sqi", "arm": "hye", "baq": "eus", "bur": "mya", "chi": "zho", "cze": "ces", "dut": "nld", "fre": "fra",
        "geo": "kat", "ger": "deu", "gre": "ell", "ice": "isl", "mac": "mkd", "mao": "mri", "may": "msa", "per": "fas",
        "rum": "ron", "slo": "slk", "tib": "bod", "wel": "cym",
    ]

    private static let table = """
        af:afr am:amh ar:ara as:asm az:aze be:bel bg:bul bn:ben bo:bod br:bre bs:bos ca:cat cs:ces cy:cym da:dan \
        de:deu el:ell en:eng eo:epo es:spa et:est eu:eus fa:fas fi:fin fo:fao fr:fra fy:fry ga:gle gd:gla gl:glg \
        gu:guj ha:hau he:heb hi:hin hr:hrv ht:hat hu:hun hy:hye id:ind ig:ibo is:isl it:ita ja:jpn jv:jav ka:kat \
        kk:kaz kl:kal km:khm kn:kan ko:kor ku:kur ky:kir la:lat lb:ltz ln:lin lo:lao lt:lit lv:lav mg:mlg mi:mri \
        mk:mkd ml:mal mn:mon mr:mar ms:msa mt:mlt my:mya nb:nob ne:nep nl:nld nn:nno no:nor oc:oci or:ori pa:pan \
        pl:pol ps:pus pt:por qu:que rm:roh ro:ron ru:rus rw:kin sa:san sd:snd se:sme si:sin sk:slk sl:slv sm:smo \
        sn:sna so:som sq:sqi sr:srp su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tl:tgl tn:tsn \
        to:ton tr:tur tt:tat ug:uig uk:ukr ur:urd uz:uzb vi:vie wo:wol xh:xho yi:yid yo:yor zh:zho zu:zul
        """
}
