package import Media

/// The names of metadata items (QuickTime File Format, `keys`), which follow as boxes of the type of their namespace.
package struct MetadataKeysBox: Box {
    package static let type: FourCC = "keys"

    package var header = FullBoxHeader()
    package var entryCount: UInt32 = 0

    package init() {}
    init(entryCount: Int) { self.entryCount = UInt32(truncatingIfNeeded: entryCount) }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&entryCount)
    }
}
