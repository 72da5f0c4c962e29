package import Media

/// The numbers of samples in chunks (ISO/IEC 14496-12 8.7.4).
package struct SampleToChunkBox: Box {
    package static let type: FourCC = "stsc"

    /// Consecutive chunks with the same number of samples.
    package struct Run: TableEntry {
        /// The number of the first chunk, from 1.
        package var firstChunk: UInt32 = 0
        package var samplesPerChunk: UInt32 = 0
        /// The index of the sample entry, from 1.
        package var descriptionIndex: UInt32 = 1

        package init() {}

        @inline(__always) package mutating func layout(
            _ visitor: inout some FieldVisitor, _: FullBoxHeader
        ) {
            visitor.field(&firstChunk)
            visitor.field(&samplesPerChunk)
            visitor.field(&descriptionIndex)
        }
    }

    package var header = FullBoxHeader()
    package var runs: EntryTable<Run> = []

    package init() {}
    init(runs: EntryTable<Run>) { self.runs = runs }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&runs, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("entries", runs.declaredCount)] }
}
