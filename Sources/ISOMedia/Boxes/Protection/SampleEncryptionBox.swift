package import Media

/// The initialization vectors and the subsamples of encrypted samples (ISO/IEC 23001-7 7.2).
package struct SampleEncryptionBox: Box {
    package static let type: FourCC = "senc"

    package var header = FullBoxHeader()
    package var sampleCount: UInt32 = 0
    /// The vectors and subsamples; their layout depends on the track's encryption.
    package var samples: [UInt8] = []

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&sampleCount)
        visitor.bytes(&samples, count: nil)
    }

    package var fields: [BoxTree.Field] {
        [
            .init("samples", sampleCount), .flags(header), .init("subsamples", header.has(2) ? "yes" : "no"),
            .init("data", "\(samples.count) bytes"),
        ]
    }
}
