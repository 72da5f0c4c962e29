import Media

/// The languages of tracks and titles.
enum MatroskaLanguage {
    /// Returns an ISO 639-2 code or a BCP 47 tag as a BCP 47 tag; nil if it is undetermined or invalid.
    static func tag(_ text: String) -> String? {
        let tag = LanguageCode.shortened(text)
        let primary = tag.prefix { $0 != "-" }
        let isPlain = tag.utf8.count <= 35 && tag.utf8.allSatisfy { $0 == 0x2d || isLetterOrDigit($0) }
        guard isPlain, (2...3).contains(primary.utf8.count), primary != "und" else { return nil }
        return tag
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte)
    }
}
