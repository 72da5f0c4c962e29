package import Media

/// The header of a track's media (ISO/IEC 14496-12 8.4.2).
package struct MediaHeaderBox: Box {
    package static let type: FourCC = "mdhd"

    package var header = FullBoxHeader()
    /// Seconds since 1904-01-01 UTC.
    package var creationTime: UInt64 = 0
    package var modificationTime: UInt64 = 0
    /// Ticks per second.
    package var timescale: UInt32 = 0
    /// In ticks.
    package var duration: UInt64 = 0
    /// The language as three packed letters, or a Macintosh language below 0x400.
    package var language: UInt16 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        let isLong = header.version == 1
        visitor.field(&creationTime, isLong: isLong)
        visitor.field(&modificationTime, isLong: isLong)
        visitor.field(&timescale)
        visitor.field(&duration, isLong: isLong)
        visitor.beginOptionalFields()
        visitor.field(&language)
        visitor.reserved(2)
    }

    package var fields: [BoxTree.Field] {
        [
            .init("timescale", timescale), .init("duration", duration),
            .init("language", LanguageCode.tag(packed: language) ?? "und"),
        ]
    }
}
