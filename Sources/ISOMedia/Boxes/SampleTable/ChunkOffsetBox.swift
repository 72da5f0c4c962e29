package import Media

/// The offsets of chunks in the file, of 32 bits (ISO/IEC 14496-12 8.7.5).
package struct ChunkOffsetBox: Box {
    package static let type: FourCC = "stco"

    package var header = FullBoxHeader()
    package var offsets: EntryTable<UInt32> = []

    package init() {}
    init(offsets: EntryTable<UInt32>) { self.offsets = offsets }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&offsets, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("entries", offsets.declaredCount)] }
}
