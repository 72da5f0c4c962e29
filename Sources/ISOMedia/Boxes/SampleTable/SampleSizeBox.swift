package import Media

/// The sizes of samples in bytes (ISO/IEC 14496-12 8.7.3.2).
package struct SampleSizeBox: Box {
    package static let type: FourCC = "stsz"

    package var header = FullBoxHeader()
    /// The size of all samples; 0 if ``sizes`` contains their sizes.
    package var constantSize: UInt32 = 0
    /// The number of samples of constant size.
    package var constantCount: UInt32 = 0
    package var sizes: EntryTable<UInt32> = []

    package init() {}
    init(sizes: EntryTable<UInt32>) { self.sizes = sizes }
    init(constantSize: UInt32, count: UInt32) {
        self.constantSize = constantSize
        constantCount = count
    }

    package var sampleCount: Int { constantSize == 0 ? sizes.declaredCount : Int(constantCount) }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&constantSize)
        if constantSize == 0 { visitor.countedTable(&sizes, form: header) } else { visitor.field(&constantCount) }
    }

    package var fields: [BoxTree.Field] { [.init("size", constantSize), .init("samples", sampleCount)] }
}
