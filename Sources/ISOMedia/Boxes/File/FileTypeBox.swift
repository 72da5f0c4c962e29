package import Media

/// The brands of a file (ISO/IEC 14496-12 4.3).
package struct FileTypeBox: Box {
    package static let type: FourCC = "ftyp"

    package var brands: FileBrands

    package init() { self.init(FileBrands(major: "isom", compatible: [])) }
    package init(_ brands: FileBrands) { self.brands = brands }

    package mutating func layout<Visitor: BoxVisitor>(_ visitor: inout Visitor) { brands.layout(&visitor) }
    package var fields: [BoxTree.Field] { brands.fields }
}
