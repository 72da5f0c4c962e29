package import Media

/// The size of the `mfra` box that it ends (ISO/IEC 14496-12 8.8.11).
package struct MovieFragmentRandomAccessOffsetBox: Box {
    package static let type: FourCC = "mfro"

    package var header = FullBoxHeader()
    package var parentSize: UInt32 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&parentSize)
    }

    package var fields: [BoxTree.Field] { [.init("size", parentSize)] }
}
