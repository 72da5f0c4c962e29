package import Media

/// The display of QuickTime timecodes (QuickTime File Format, `tcmi`).
package struct TimecodeMediaInformationBox: Box {
    package static let type: FourCC = "tcmi"

    package var header = FullBoxHeader()
    package var font: UInt16 = 0
    package var face: UInt16 = 0
    /// In points.
    package var textSize: UInt16 = 12
    /// Red, green and blue: black on white.
    package var foreground: [UInt16] = [0, 0, 0]
    package var background: [UInt16] = [0xffff, 0xffff, 0xffff]
    /// A Pascal string.
    package var fontName: [UInt8] = [0]

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&font)
        visitor.field(&face)
        visitor.field(&textSize)
        visitor.reserved(2)
        visitor.fields(&foreground, count: 3)
        visitor.fields(&background, count: 3)
        visitor.bytes(&fontName, count: nil)
    }
}
