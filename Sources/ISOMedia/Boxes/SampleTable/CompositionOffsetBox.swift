package import Media

/// The offsets from decode time to presentation time, in ticks (ISO/IEC 14496-12 8.6.1.3).
///
/// Offsets of version 0 are unsigned, but some writers store negative offsets.
package struct CompositionOffsetBox: Box {
    package static let type: FourCC = "ctts"

    package var header = FullBoxHeader()
    package var entries: EntryTable<SampleRun<Int32>> = []

    package init() {}
    init(entries: EntryTable<SampleRun<Int32>>) { self.entries = entries }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&entries, form: header)
    }

    package var fields: [BoxTree.Field] { .runs(entries, "first_offset") }
}
