package import Media

/// The defaults of a track's encryption (ISO/IEC 23001-7 8.2).
package struct TrackEncryptionBox: Box {
    package static let type: FourCC = "tenc"

    package var header = FullBoxHeader()
    /// The numbers of encrypted and clear blocks, 4 bits each; 0 in version 0.
    package var pattern: UInt8 = 0
    package var isProtected: UInt8 = 0
    /// The size of the initialization vector of each sample; 0 for a constant one.
    package var vectorSize: UInt8 = 0
    package var keyID = [UInt8](repeating: 0, count: 16)
    /// The size of the constant initialization vector; nil without one.
    package var constantVectorSize: UInt8?
    package var constantVector: [UInt8] = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.reserved(1)
        if header.version == 0 { visitor.reserved(1) } else { visitor.field(&pattern) }
        visitor.field(&isProtected)
        visitor.field(&vectorSize)
        visitor.bytes(&keyID, count: 16)
        guard vectorSize == 0 else { return }
        visitor.trailing(&constantVectorSize)
        visitor.bytes(&constantVector, count: Int(constantVectorSize ?? 0))
    }

    package var fields: [BoxTree.Field] {
        (header.version == 0 ? [] : [.init("pattern", DumpedText.pattern(pattern))]) + [
            .init("protected", isProtected), .init("iv_size", vectorSize), .init("KID", DumpedText.hex(keyID)),
        ] + (constantVector.isEmpty ? [] : [.init("constant_iv", DumpedText.hex(constantVector))])
    }
}
