package import Media

/// The brands of a segment (ISO/IEC 14496-12 8.16.2).
package struct SegmentTypeBox: Box {
    package static let type: FourCC = "styp"

    package var content = BrandFields()

    package init() {}
    package init(_ brands: FileBrands) { content = BrandFields(brands) }

    package var brands: FileBrands { content.brands }

    package mutating func layout(_ visitor: inout some BoxVisitor) { content.layout(&visitor) }
    package var fields: [BoxTree.Field] { content.fields }
}
