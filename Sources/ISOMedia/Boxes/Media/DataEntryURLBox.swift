package import Media

/// A file that contains media, as a URL (ISO/IEC 14496-12 8.7.2).
package struct DataEntryURLBox: Box {
    package static let type: FourCC = "url "

    /// The flag of media in the same file, without a location.
    static let isSelfContained: UInt32 = 1

    package var header = FullBoxHeader(flags: Self.isSelfContained)
    package var location = ""

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        if !header.has(Self.isSelfContained) { visitor.text(&location) }
    }

    package var fields: [BoxTree.Field] { [.flags(header)] }
}
