package import Media

/// The brands of a segment (ISO/IEC 14496-12 8.16.2).
package struct SegmentTypeBox: Box {
    package static let type: FourCC = "styp"

    package var brands: FileBrands

    package init() { self.init(FileBrands(major: "isom", compatible: [])) }
    package init(_ brands: FileBrands) { self.brands = brands }

    package mutating func layout<Visitor: BoxVisitor>(_ visitor: inout Visitor) { brands.layout(&visitor) }
    package var fields: [BoxTree.Field] { brands.fields }
}
