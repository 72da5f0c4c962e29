package import Media

/// The index of a segment (ISO/IEC 14496-12 8.16.3).
package struct SegmentIndexBox: Box {
    package static let type: FourCC = "sidx"

    /// A reference to media or to another index.
    package struct Reference: TableEntry {
        /// Whether another index is referenced, and the size in bytes.
        package var typeAndSize: UInt32 = 0
        /// In ticks.
        package var duration: UInt32 = 0
        /// The properties of the stream access point.
        package var accessPoint: UInt32 = 0

        package init() {}

        package var size: Int { Int(typeAndSize & 0x7fff_ffff) }

        package mutating func layout(_ visitor: inout some FieldVisitor, _: FullBoxHeader) {
            visitor.field(&typeAndSize)
            visitor.field(&duration)
            visitor.field(&accessPoint)
        }
    }

    package var header = FullBoxHeader()
    package var referenceID: UInt32 = 0
    /// Ticks per second.
    package var timescale: UInt32 = 0
    /// The earliest presentation time, in ticks.
    package var earliestTime: UInt64 = 0
    /// The distance from the end of the index to the first reference, in bytes.
    package var firstOffset: UInt64 = 0
    package var references: EntryTable<Reference> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&referenceID)
        visitor.field(&timescale)
        visitor.field(&earliestTime, isLong: header.version != 0)
        visitor.field(&firstOffset, isLong: header.version != 0)
        visitor.reserved(2)
        var count = UInt16(clamping: references.declaredCount)
        visitor.count(&count)
        visitor.table(&references, count: Int(count), form: header)
    }

    package var fields: [BoxTree.Field] {
        [
            .init("reference_ID", referenceID), .init("timescale", timescale), .init("earliest", earliestTime),
            .init("first_offset", firstOffset), .init("references", references.declaredCount),
        ]
    }
}
