package import Media

/// The loudspeaker positions of audio (ISO/IEC 14496-12 12.2.4). ``ChannelPositions`` parses the content.
package struct ChannelLayoutBox: Box {
    package static let type: FourCC = "chnl"

    package var header = FullBoxHeader()
    /// Bit 0 for channels and bit 1 for objects.
    package var structure: UInt8 = 1
    /// The positions and the objects, depending on version and structure.
    package var content: [UInt8] = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&structure)
        visitor.bytes(&content, count: nil)
    }

    package var fields: [BoxTree.Field] {
        [.init("structure", structure), .init("layout", DumpedText.hex(Array(content.prefix(32))))]
    }
}
