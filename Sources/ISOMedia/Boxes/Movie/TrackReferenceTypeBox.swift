/// A box in `tref`, whose type is the kind of the reference (ISO/IEC 14496-12 8.3.3).
package struct TrackReferenceTypeBox: BoxContent {
    package var trackIDs: EntryTable<UInt32> = []

    package init() {}
    init(_ trackIDs: [UInt32]) { self.trackIDs = EntryTable(trackIDs) }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.table(&trackIDs, count: nil, form: FullBoxHeader())
    }
}
