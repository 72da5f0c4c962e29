package import Media

/// The code of a protected sample entry before protection (ISO/IEC 14496-12 8.12.3).
package struct OriginalFormatBox: Box {
    package static let type: FourCC = "frma"

    package var format = FourCC(rawValue: 0)

    package init() {}
    init(_ format: FourCC) { self.format = format }

    package mutating func layout(_ visitor: inout some BoxVisitor) { visitor.field(&format) }
    package var fields: [BoxTree.Field] { [.init("format", format)] }
}
