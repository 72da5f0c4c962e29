import Media

/// A sample of a chapter track: QuickTime text (`text`) or 3GPP timed text (`tx3g`), whose samples begin alike.
struct ChapterTitleSample {
    /// The maximum size of a sample that is read: a text of 64 KiB, and boxes with its style.
    static let sizeLimit = 1 << 17

    let text: String

    /// Parses a sample. A truncated sample has no text.
    init(_ bytes: [UInt8]) {
        let length = bytes.count >= 2 ? Int(bytes[0]) << 8 | Int(bytes[1]) : 0
        guard length > 0, length <= bytes.count - 2 else {
            text = ""
            return
        }
        let content = bytes[2..<2 + length]
        if content.starts(with: [0xfe, 0xff]) || content.starts(with: [0xff, 0xfe]) {
            text = String(utf16: content.dropFirst(2), isBigEndian: content.starts(with: [0xfe]))
        } else if let valid = String(validating: content, as: UTF8.self) {
            text = valid
        } else {
            // The encoding of QuickTime text without an encoding box.
            text = String(String.UnicodeScalarView(content.map(Self.macintosh)))
        }
    }

    private static func macintosh(_ byte: UInt8) -> Unicode.Scalar {
        byte < 0x80 ? Unicode.Scalar(byte) : upperHalf[Int(byte) - 0x80]
    }

    /// The characters of Mac OS Roman from 0x80 on.
    private static let upperHalf = Array(
        """
        ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
        ¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ
        """.unicodeScalars)
}
