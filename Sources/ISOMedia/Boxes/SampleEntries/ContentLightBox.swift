package import Media

/// The light level of the content (ISO/IEC 14496-12 12.1.6).
package struct ContentLightBox: Box {
    package static let type: FourCC = "clli"

    /// In candela per square metre.
    package var maximum: UInt16 = 0
    /// The maximum of the average light level of frames.
    package var maximumAverage: UInt16 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&maximum)
        visitor.field(&maximumAverage)
    }

    package var fields: [BoxTree.Field] {
        [.init("max_content", maximum), .init("max_average", maximumAverage)]
    }
}
