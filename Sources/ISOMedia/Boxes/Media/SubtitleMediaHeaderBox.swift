package import Media

/// The header of subtitles (ISO/IEC 14496-12 12.6.2).
package struct SubtitleMediaHeaderBox: Box {
    package static let type: FourCC = "sthd"

    package var header = FullBoxHeader()

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) { visitor.header(&header) }
    package var fields: [BoxTree.Field] { [.flags(header)] }
}
