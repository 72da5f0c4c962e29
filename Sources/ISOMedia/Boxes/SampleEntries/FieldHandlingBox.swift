package import Media

/// The fields of interlaced video (QuickTime File Format, `fiel`).
package struct FieldHandlingBox: Box {
    package static let type: FourCC = "fiel"

    /// 1 for progressive video, 2 for interlaced video.
    package var fieldCount: UInt8 = 1
    package var order: UInt8 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&fieldCount)
        visitor.field(&order)
    }

    package var fields: [BoxTree.Field] { [.init("fields", fieldCount)] }
}
