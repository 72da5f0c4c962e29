package import Media

/// The media type of text with its codecs (ISO/IEC 14496-12 12.3.3.2).
package struct MediaTypeBox: Box {
    package static let type: FourCC = "mime"

    package var header = FullBoxHeader()
    package var contentType = ""

    package init() {}
    init(_ contentType: String) { self.contentType = contentType }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.text(&contentType)
    }
}
