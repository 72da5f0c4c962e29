package import Media

/// The colour of video (ISO/IEC 14496-12 12.1.5), or of QuickTime video without the range (`nclc`).
package struct ColourBox: Box {
    package static let type: FourCC = "colr"

    package var colourType = FourCC(rawValue: 0)
    /// The code points of ISO/IEC 23091-2.
    package var primaries: UInt16 = 0
    package var transfer: UInt16 = 0
    package var matrix: UInt16 = 0
    /// The full range in the high bit; nil for `nclc`.
    package var range: UInt8?
    /// The ICC profile of other types.
    package var profile: [UInt8] = []

    package init() {}

    var hasCodePoints: Bool { colourType == "nclx" || colourType == "nclc" }
    var isFullRange: Bool { colourType == "nclx" && (range ?? 0) & 0x80 != 0 }

    package mutating func layout(_ visitor: inout some BoxVisitor) {
        visitor.field(&colourType)
        guard hasCodePoints else { return visitor.bytes(&profile, count: nil) }
        visitor.field(&primaries)
        visitor.field(&transfer)
        visitor.field(&matrix)
        visitor.trailing(&range)
    }

    package var fields: [BoxTree.Field] {
        let type = BoxTree.Field("type", colourType)
        guard hasCodePoints else { return [type] }
        return [
            type, .init("cicp", "\(primaries)/\(transfer)/\(matrix)"), .init("full_range", (range ?? 0) >> 7),
        ]
    }
}
