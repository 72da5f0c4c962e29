package import Media

/// The byte order of uncompressed audio in the `wave` box (QuickTime File Format, `enda`).
package struct EndiannessBox: Box {
    package static let type: FourCC = "enda"

    /// 1 for little-endian samples.
    package var littleEndian: UInt16 = 0

    package init() {}
    init(isLittleEndian: Bool) { littleEndian = isLittleEndian ? 1 : 0 }

    package mutating func layout(_ visitor: inout some BoxVisitor) { visitor.field(&littleEndian) }
    package var fields: [BoxTree.Field] { [.init("little_endian", littleEndian)] }
}
