package import Media

/// The colour volume of the mastering display (ISO/IEC 14496-12 12.1.7).
package struct MasteringDisplayBox: Box {
    package static let type: FourCC = "mdcv"

    /// The chromaticity of three primaries and of the white point, x and y each.
    package var chromaticity = [UInt16](repeating: 0, count: 8)
    /// In units of 0.0001 candela per square metre.
    package var maximumLuminance: UInt32 = 0
    package var minimumLuminance: UInt32 = 0

    package init() {}

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.fields(&chromaticity, count: 8)
        visitor.field(&maximumLuminance)
        visitor.field(&minimumLuminance)
    }

    package var fields: [BoxTree.Field] {
        [.init("max_luminance", maximumLuminance), .init("min_luminance", minimumLuminance)]
    }
}
