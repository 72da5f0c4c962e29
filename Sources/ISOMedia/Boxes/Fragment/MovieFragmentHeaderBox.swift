package import Media

/// The header of a movie fragment (ISO/IEC 14496-12 8.8.5).
package struct MovieFragmentHeaderBox: Box {
    package static let type: FourCC = "mfhd"

    package var header = FullBoxHeader()
    package var sequenceNumber: UInt32 = 0

    package init() {}
    init(sequenceNumber: UInt32) { self.sequenceNumber = sequenceNumber }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&sequenceNumber)
    }

    package var fields: [BoxTree.Field] { [.init("sequence_number", sequenceNumber)] }
}
