package import Media

/// The offsets of the auxiliary information of samples (ISO/IEC 14496-12 8.7.9).
package struct AuxiliaryOffsetsBox: Box {
    package static let type: FourCC = "saio"

    /// An offset of 32 bits, or of 64 bits in version 1.
    package struct Offset: TableEntry {
        package var value: UInt64 = 0

        package init() {}

        package mutating func layout(_ visitor: inout some FieldVisitor, _ header: FullBoxHeader) {
            visitor.field(&value, isLong: header.version == 1)
        }
    }

    package var header = FullBoxHeader()
    package var informationType = FourCC(rawValue: 0)
    package var parameter: UInt32 = 0
    package var offsets: EntryTable<Offset> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        if header.has(AuxiliarySizesBox.hasType) {
            visitor.field(&informationType)
            visitor.field(&parameter)
        }
        visitor.countedTable(&offsets, form: header)
    }

    package var fields: [BoxTree.Field] {
        [.init("entries", offsets.declaredCount)] + offsets.prefix(1).map { .init("offset", $0.value) }
    }
}
