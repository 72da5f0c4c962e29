package import Media

/// The edits of a track (ISO/IEC 14496-12 8.6.6).
package struct EditListBox: Box {
    package static let type: FourCC = "elst"

    /// One edit.
    package struct Entry: TableEntry {
        /// In ticks of the movie.
        package var duration: UInt64 = 0
        /// In ticks of the track; -1 for an empty edit.
        package var mediaTime: Int64 = 0
        /// A 16.16 number.
        package var rate: UInt32 = 0x1_0000

        package init() {}
        init(duration: UInt64, mediaTime: Int64) {
            self.duration = duration
            self.mediaTime = mediaTime
        }

        package mutating func layout(_ visitor: inout some FieldVisitor, _ header: FullBoxHeader) {
            visitor.field(&duration, isLong: header.version == 1)
            visitor.field(&mediaTime, isLong: header.version == 1)
            visitor.field(&rate)
        }
    }

    package var header = FullBoxHeader()
    package var entries: EntryTable<Entry> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&entries, form: header)
    }

    package var fields: [BoxTree.Field] {
        let edits = entries.prefix(4).map { "\($0.duration)@\($0.mediaTime)" }
        let count = entries.declaredCount
        return [
            .init("entries", count), .init("edits", edits.joined(separator: ",") + (count > 4 ? ",…" : "")),
        ]
    }
}
