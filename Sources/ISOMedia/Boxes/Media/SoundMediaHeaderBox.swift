package import Media

/// The header of audio (ISO/IEC 14496-12 12.2.2).
package struct SoundMediaHeaderBox: Box {
    package static let type: FourCC = "smhd"

    package var header = FullBoxHeader()
    /// An 8.8 number from -1, left, to 1, right.
    package var balance: Int16 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&balance)
        visitor.reserved(2)
    }

    package var fields: [BoxTree.Field] { [.flags(header)] }
}
