package import Media

/// An event message (ISO/IEC 23009-1 5.10.3.3).
package struct EventMessageBox: Box {
    package static let type: FourCC = "emsg"

    package var header = FullBoxHeader()
    package var scheme = ""
    package var value = ""
    /// Ticks per second.
    package var timescale: UInt32 = 0
    /// The presentation time in ticks; in version 0, the time after the start of the segment.
    package var presentationTime: UInt64 = 0
    /// In ticks.
    package var duration: UInt32 = 0
    package var id: UInt32 = 0
    package var message: [UInt8] = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        let isAbsolute = header.version == 1
        if !isAbsolute { layoutTexts(&visitor) }
        visitor.field(&timescale)
        visitor.field(&presentationTime, isLong: isAbsolute)
        visitor.field(&duration)
        visitor.field(&id)
        if isAbsolute { layoutTexts(&visitor) }
        visitor.bytes(&message, count: nil)
    }

    private mutating func layoutTexts(_ visitor: inout some BoxVisitor) {
        visitor.text(&scheme)
        visitor.text(&value)
    }

    package var fields: [BoxTree.Field] {
        guard header.version == 1 else { return [.version(header), .init("scheme", DumpedText.printable(scheme))] }
        return [
            .version(header), .init("timescale", timescale), .init("time", presentationTime),
            .init("duration", duration), .init("id", id), .init("scheme", DumpedText.printable(scheme)),
        ]
    }
}
