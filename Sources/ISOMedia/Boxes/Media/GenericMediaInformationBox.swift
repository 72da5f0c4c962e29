package import Media

/// The properties of QuickTime text and timecode media (QuickTime File Format, `gmin`).
package struct GenericMediaInformationBox: Box {
    package static let type: FourCC = "gmin"

    package var header = FullBoxHeader()
    /// The transfer mode: dither copy.
    package var graphicsMode: UInt16 = 0x40
    /// Red, green and blue: medium grey.
    package var operationColour: [UInt16] = [0x8000, 0x8000, 0x8000]
    package var balance: Int16 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&graphicsMode)
        visitor.fields(&operationColour, count: 3)
        visitor.field(&balance)
        visitor.reserved(2)
    }
}
