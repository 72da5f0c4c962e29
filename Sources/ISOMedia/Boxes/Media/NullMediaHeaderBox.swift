package import Media

/// The header of media without specific properties (ISO/IEC 14496-12 8.4.5.2).
package struct NullMediaHeaderBox: Box {
    package static let type: FourCC = "nmhd"

    package var header = FullBoxHeader()

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) { visitor.header(&header) }
    package var fields: [BoxTree.Field] { [.flags(header)] }
}
