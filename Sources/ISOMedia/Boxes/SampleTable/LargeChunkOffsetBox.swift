package import Media

/// The offsets of chunks in the file, of 64 bits (ISO/IEC 14496-12 8.7.5).
package struct LargeChunkOffsetBox: Box {
    package static let type: FourCC = "co64"

    package var header = FullBoxHeader()
    package var offsets: EntryTable<UInt64> = []

    package init() {}
    init(offsets: EntryTable<UInt64>) { self.offsets = offsets }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&offsets, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("entries", offsets.declaredCount)] }
}
