package import Media

/// The header of video (ISO/IEC 14496-12 12.1.2).
package struct VideoMediaHeaderBox: Box {
    package static let type: FourCC = "vmhd"

    package var header = FullBoxHeader(flags: 1)
    package var graphicsMode: UInt16 = 0
    /// Red, green and blue.
    package var operationColour: [UInt16] = [0, 0, 0]

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&graphicsMode)
        visitor.fields(&operationColour, count: 3)
    }

    package var fields: [BoxTree.Field] { [.flags(header)] }
}
