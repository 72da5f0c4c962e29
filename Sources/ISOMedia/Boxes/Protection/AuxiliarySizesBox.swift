package import Media

/// The sizes of the auxiliary information of samples (ISO/IEC 14496-12 8.7.8).
package struct AuxiliarySizesBox: Box {
    package static let type: FourCC = "saiz"

    /// The flag of an explicit type of information.
    static let hasType: UInt32 = 1

    package var header = FullBoxHeader()
    package var informationType = FourCC(rawValue: 0)
    package var parameter: UInt32 = 0
    /// The size for all samples; 0 if ``sizes`` contains their sizes.
    package var defaultSize: UInt8 = 0
    /// The number of samples of default size.
    package var defaultCount: UInt32 = 0
    package var sizes: EntryTable<UInt8> = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        if header.has(Self.hasType) {
            visitor.field(&informationType)
            visitor.field(&parameter)
        }
        visitor.field(&defaultSize)
        if defaultSize == 0 { visitor.countedTable(&sizes, form: header) } else { visitor.field(&defaultCount) }
    }

    package var fields: [BoxTree.Field] {
        let count = defaultSize == 0 ? sizes.declaredCount : Int(defaultCount)
        let type = header.has(Self.hasType) ? [BoxTree.Field("type", informationType)] : []
        guard defaultSize == 0 else { return type + [.init("size", defaultSize), .init("samples", count)] }
        let sizes = sizes.isEmpty ? [] : [BoxTree.Field("sizes", "\(sizes.min() ?? 0) to \(sizes.max() ?? 0)")]
        return type + [.init("size", defaultSize), .init("samples", count)] + sizes
    }
}
