package import Media

/// The language of a track's media as a BCP 47 tag (ISO/IEC 14496-12 8.4.6).
package struct ExtendedLanguageBox: Box {
    package static let type: FourCC = "elng"

    package var header = FullBoxHeader()
    package var tag = ""

    package init() {}
    init(tag: String) { self.tag = tag }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.text(&tag)
    }

    package var fields: [BoxTree.Field] { [.init("language", DumpedText.printable(tag))] }
}
