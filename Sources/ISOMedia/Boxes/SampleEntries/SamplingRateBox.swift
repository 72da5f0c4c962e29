package import Media

/// The sampling rate of audio above 65535 Hz (ISO/IEC 14496-12 12.2.3).
package struct SamplingRateBox: Box {
    package static let type: FourCC = "srat"

    package var header = FullBoxHeader()
    /// In hertz.
    package var rate: UInt32 = 0

    package init() {}
    init(rate: UInt32) { self.rate = rate }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.header(&header)
        visitor.field(&rate)
    }

    package var fields: [BoxTree.Field] { [.init("rate", rate)] }
}
