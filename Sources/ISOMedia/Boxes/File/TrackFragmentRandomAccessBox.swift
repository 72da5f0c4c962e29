package import Media

/// The random access points of a track in fragments (ISO/IEC 14496-12 8.8.10).
package struct TrackFragmentRandomAccessBox: Box {
    package static let type: FourCC = "tfra"

    /// The location of one random access point.
    package struct AccessPoint: TableEntry {
        /// The version and the sizes of the numbers, each 2 bits less one byte.
        package struct Form: Sendable {
            let isLong: Bool
            let sizes: UInt32
        }

        package var time: UInt64 = 0
        /// The offset of the `moof` box.
        package var fragmentOffset: UInt64 = 0
        /// The numbers of `traf`, `trun` and sample, from 1.
        package var numbers: [UInt32] = [0, 0, 0]

        package init() {}

        package mutating func layout(_ visitor: inout some FieldVisitor, _ form: Form) {
            visitor.field(&time, isLong: form.isLong)
            visitor.field(&fragmentOffset, isLong: form.isLong)
            for index in 0..<3 {
                let size = form.sizes >> (4 - 2 * UInt32(index)) & 3
                var number: UInt32 = 0
                for place in 0...size {
                    var byte = UInt8(truncatingIfNeeded: numbers[index] >> (8 * (size - place)))
                    visitor.field(&byte)
                    number = number << 8 | UInt32(byte)
                }
                numbers[index] = number
            }
        }
    }

    package var header = FullBoxHeader()
    package var trackID: UInt32 = 0
    /// The sizes of the three numbers of an entry, 2 bits each, less one byte.
    package var numberSizes: UInt32 = 0
    package var entries: EntryTable<AccessPoint> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&trackID)
        visitor.field(&numberSizes)
        visitor.countedTable(&entries, form: AccessPoint.Form(isLong: header.version == 1, sizes: numberSizes))
    }

    package var fields: [BoxTree.Field] {
        [.init("track_ID", trackID), .init("entries", entries.declaredCount)]
    }
}
