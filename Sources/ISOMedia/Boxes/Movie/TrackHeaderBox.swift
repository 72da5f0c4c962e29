package import Media

/// The header of a track (ISO/IEC 14496-12 8.3.2).
package struct TrackHeaderBox: Box {
    package static let type: FourCC = "tkhd"

    /// The flag of an enabled track.
    static let isEnabled: UInt32 = 1
    /// The flags of a track that is in the movie and in its preview.
    static let isPresented: UInt32 = 6

    package var header = FullBoxHeader()
    /// Seconds since 1904-01-01 UTC.
    package var creationTime: UInt64 = 0
    package var modificationTime: UInt64 = 0
    package var trackID: UInt32 = 0
    /// The sum of the edits, in ticks of the movie.
    package var duration: UInt64 = 0
    /// The z-order of video; lower numbers are in front.
    package var layer: Int16 = 0
    package var alternateGroup: UInt16 = 0
    /// An 8.8 number.
    package var volume: UInt16 = 0
    package var matrix = DisplayMatrix.identity.values
    /// The display size, 16.16.
    package var width: UInt32 = 0
    package var height: UInt32 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        let isLong = header.version == 1
        visitor.field(&creationTime, isLong: isLong)
        visitor.field(&modificationTime, isLong: isLong)
        visitor.field(&trackID)
        visitor.reserved(4)
        visitor.field(&duration, isLong: isLong)
        visitor.reserved(8)
        visitor.field(&layer)
        visitor.field(&alternateGroup)
        visitor.field(&volume)
        visitor.reserved(2)
        visitor.fields(&matrix, count: 9)
        visitor.field(&width)
        visitor.field(&height)
    }

    package var fields: [BoxTree.Field] {
        [
            .init("track_ID", trackID), .flags(header), .init("duration", duration),
            .init("width", DumpedText.fixed(width)), .init("height", DumpedText.fixed(height)),
        ]
    }
}
