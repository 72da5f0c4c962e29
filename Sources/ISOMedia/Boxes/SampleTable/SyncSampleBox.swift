package import Media

/// The numbers of the sync samples, from 1 (ISO/IEC 14496-12 8.6.2).
package struct SyncSampleBox: Box {
    package static let type: FourCC = "stss"

    package var header = FullBoxHeader()
    package var numbers: EntryTable<UInt32> = []

    package init() {}
    init(numbers: EntryTable<UInt32>) { self.numbers = numbers }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.countedTable(&numbers, form: header)
    }

    package var fields: [BoxTree.Field] { [.init("entries", numbers.declaredCount)] }
}
