package import Media

/// The bit rates of a track, in bits per second (ISO/IEC 14496-12 8.5.2).
package struct BitRateBox: Box {
    package static let type: FourCC = "btrt"

    /// The size of the decoding buffer in bytes.
    package var bufferSize: UInt32 = 0
    package var maximum: UInt32 = 0
    package var average: UInt32 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&bufferSize)
        visitor.field(&maximum)
        visitor.field(&average)
    }

    package var fields: [BoxTree.Field] {
        [.init("buffer", bufferSize), .init("max", maximum), .init("average", average)]
    }
}
