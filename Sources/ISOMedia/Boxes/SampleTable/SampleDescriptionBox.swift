package import Media

/// The sample entries of a track (ISO/IEC 14496-12 8.5.2), which follow as boxes.
package struct SampleDescriptionBox: Box {
    package static let type: FourCC = "stsd"
    package static let hasListedChildren = true

    package var header = FullBoxHeader()
    package var entryCount: UInt32 = 1

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&entryCount)
    }

    package var fields: [BoxTree.Field] { [.init("entries", entryCount)] }
}
