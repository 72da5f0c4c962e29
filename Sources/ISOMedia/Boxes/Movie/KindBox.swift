package import Media

/// The role of a track (ISO/IEC 14496-12 8.10.4).
package struct KindBox: Box {
    package static let type: FourCC = "kind"

    package var header = FullBoxHeader()
    package var scheme = ""
    package var value = ""

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.text(&scheme)
        visitor.text(&value)
    }

    package var fields: [BoxTree.Field] { [.init("scheme", DumpedText.printable(scheme))] }
}
