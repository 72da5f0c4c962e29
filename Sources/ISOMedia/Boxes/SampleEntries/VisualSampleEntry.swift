/// The fields of a video sample entry (ISO/IEC 14496-12 12.1.3).
package struct VisualSampleEntry: BoxContent {
    package var dataReferenceIndex: UInt16 = 1
    /// In pixels.
    package var width: UInt16 = 0
    package var height: UInt16 = 0
    /// Dots per inch, 16.16.
    package var horizontalResolution: UInt32 = 0x48_0000
    package var verticalResolution: UInt32 = 0x48_0000
    /// The number of frames in a sample.
    package var frameCount: UInt16 = 1
    package var depth: UInt16 = 0x18
    /// -1 without a colour table.
    package var colourTable: Int16 = -1

    /// The size of the fields; boxes follow.
    static let fieldSize = VisualSampleEntry().size

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.reserved(6)
        visitor.field(&dataReferenceIndex)
        visitor.reserved(16)
        visitor.field(&width)
        visitor.field(&height)
        visitor.field(&horizontalResolution)
        visitor.field(&verticalResolution)
        visitor.reserved(4)
        visitor.field(&frameCount)
        // The name of the compressor.
        visitor.reserved(32)
        visitor.field(&depth)
        visitor.field(&colourTable)
    }

    package var fields: [BoxTree.Field] { [.init("width", width), .init("height", height)] }
}
