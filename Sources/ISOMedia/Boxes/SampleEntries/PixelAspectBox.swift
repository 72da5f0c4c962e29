package import Media

/// The shape of pixels (ISO/IEC 14496-12 12.1.4).
package struct PixelAspectBox: Box {
    package static let type: FourCC = "pasp"

    package var horizontal: UInt32 = 1
    package var vertical: UInt32 = 1

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&horizontal)
        visitor.field(&vertical)
    }

    package var fields: [BoxTree.Field] { [.init("h", horizontal), .init("v", vertical)] }
}
