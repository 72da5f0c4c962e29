package import Media

/// The header of a movie (ISO/IEC 14496-12 8.2.2).
package struct MovieHeaderBox: Box {
    package static let type: FourCC = "mvhd"

    package var header = FullBoxHeader()
    /// Seconds since 1904-01-01 UTC.
    package var creationTime: UInt64 = 0
    package var modificationTime: UInt64 = 0
    /// Ticks per second.
    package var timescale: UInt32 = 0
    /// In ticks.
    package var duration: UInt64 = 0
    /// The preferred rate, 16.16.
    package var rate: Int32 = 0x1_0000
    /// The preferred volume, 8.8.
    package var volume: Int16 = 0x100
    package var matrix = DisplayMatrix.identity.values
    package var nextTrackID: UInt32 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        let isLong = header.version == 1
        visitor.field(&creationTime, isLong: isLong)
        visitor.field(&modificationTime, isLong: isLong)
        visitor.field(&timescale)
        visitor.field(&duration, isLong: isLong)
        visitor.beginOptionalFields()
        visitor.field(&rate)
        visitor.field(&volume)
        visitor.reserved(10)
        visitor.fields(&matrix, count: 9)
        visitor.reserved(24)
        visitor.field(&nextTrackID)
    }

    package var fields: [BoxTree.Field] {
        [.init("timescale", timescale), .init("duration", duration), .init("next_track_ID", nextTrackID)]
    }
}
