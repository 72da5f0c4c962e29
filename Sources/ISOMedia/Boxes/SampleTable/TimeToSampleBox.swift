package import Media

/// The durations of samples in ticks, in decode order (ISO/IEC 14496-12 8.6.1.2).
package struct TimeToSampleBox: Box {
    package static let type: FourCC = "stts"

    package var header = FullBoxHeader()
    package var entries: EntryTable<SampleRun<UInt32>> = []

    package init() {}
    init(entries: EntryTable<SampleRun<UInt32>>) { self.entries = entries }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&entries, form: header)
    }

    package var fields: [BoxTree.Field] { .runs(entries, "first_delta") }
}
