package import Media

/// The brands of a file (ISO/IEC 14496-12 4.3).
package struct FileTypeBox: Box {
    package static let type: FourCC = "ftyp"

    package var content = BrandFields()

    package init() {}
    package init(_ brands: FileBrands) { content = BrandFields(brands) }

    package var brands: FileBrands { content.brands }

    package mutating func layout(_ visitor: inout some BoxVisitor) { content.layout(&visitor) }
    package var fields: [BoxTree.Field] { content.fields }
}
