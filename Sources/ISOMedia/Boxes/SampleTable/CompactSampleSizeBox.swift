package import Media

/// The sizes of samples in 4, 8 or 16 bits (ISO/IEC 14496-12 8.7.3.3).
package struct CompactSampleSizeBox: Box {
    package static let type: FourCC = "stz2"

    package var header = FullBoxHeader()
    /// The number of bits of a size.
    package var bits: UInt8 = 16
    package var sampleCount: UInt32 = 0
    /// The bytes of the sizes.
    package var sizes: EntryTable<UInt8> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.reserved(3)
        visitor.field(&bits)
        visitor.field(&sampleCount)
        visitor.table(&sizes, count: nil, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("bits", bits), .init("samples", sampleCount)] }
}
