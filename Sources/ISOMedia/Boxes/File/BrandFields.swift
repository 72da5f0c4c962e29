package import Media

/// The fields of `ftyp` and `styp`.
package struct BrandFields: BoxContent {
    package var major = FourCC(rawValue: 0)
    package var minorVersion: UInt32 = 0
    package var compatible: EntryTable<FourCC> = []

    package init() {}
    init(_ brands: FileBrands) {
        (major, minorVersion) = (brands.major, brands.minorVersion)
        compatible = EntryTable(brands.compatible)
    }

    /// The brands, up to the limit.
    var brands: FileBrands {
        FileBrands(
            major: major, minorVersion: minorVersion,
            compatible: Array(compatible.prefix(FileBrands.maximumCount)))
    }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&major)
        visitor.field(&minorVersion)
        visitor.table(&compatible, count: nil, form: FullBoxHeader())
    }

    package var fields: [BoxTree.Field] {
        let brands = brands.compatible.map(\.description)
        return [
            .init("major", major), .init("minor", minorVersion),
            .init("compatible", brands.joined(separator: ",")),
        ]
    }
}
