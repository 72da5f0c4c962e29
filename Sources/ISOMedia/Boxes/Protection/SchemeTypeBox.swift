package import Media

/// The protection scheme (ISO/IEC 14496-12 8.12.6).
package struct SchemeTypeBox: Box {
    package static let type: FourCC = "schm"

    package var header = FullBoxHeader()
    /// `cenc` or `cbcs`, for example.
    package var scheme = FourCC(rawValue: 0)
    package var version: UInt32 = 0
    /// The URL of the scheme's description, if the flag 1 is set.
    package var location = ""

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&scheme)
        visitor.field(&version)
        if header.has(1) { visitor.text(&location) }
    }

    package var fields: [BoxTree.Field] {
        [.init("scheme", scheme), .init("version", DumpedText.hex(version))]
    }
}
