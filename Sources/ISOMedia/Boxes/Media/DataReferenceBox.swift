package import Media

/// The files that contain the media (ISO/IEC 14496-12 8.7.2). Boxes with the references follow.
package struct DataReferenceBox: Box {
    package static let type: FourCC = "dref"
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
