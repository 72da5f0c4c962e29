package import Media

/// The defaults of a track's samples in fragments (ISO/IEC 14496-12 8.8.3).
package struct TrackExtendsBox: Box {
    package static let type: FourCC = "trex"

    package var header = FullBoxHeader()
    package var trackID: UInt32 = 0
    package var defaults = SampleDefaults()

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&trackID)
        visitor.field(&defaults.descriptionIndex)
        visitor.field(&defaults.duration)
        visitor.field(&defaults.size)
        visitor.field(&defaults.flags)
    }

    package var fields: [BoxTree.Field] {
        [
            .init("track_ID", trackID), .init("description", defaults.descriptionIndex),
            .init("duration", defaults.duration), .init("size", defaults.size),
            .init("flags", DumpedText.hex(defaults.flags)),
        ]
    }
}
