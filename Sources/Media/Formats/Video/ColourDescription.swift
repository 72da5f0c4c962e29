/// Colour primaries, transfer characteristics, matrix coefficients and range, as ISO/IEC 23091-2 (CICP) code points.
public struct ColourDescription: Sendable, Hashable, Codable {
    public var primaries: UInt8
    public var transfer: UInt8
    public var matrix: UInt8
    public var isFullRange: Bool

    /// A description from CICP code points.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// ITU-R BT.709: the default for high-definition video without a colour description.
    public static let bt709 = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
    /// ITU-R BT.601 (525 lines): the default for standard-definition video without a colour description.
    public static let bt601 = ColourDescription(primaries: 6, transfer: 6, matrix: 6)

    /// A description with a range only.
    package static func unspecified(isFullRange: Bool) -> ColourDescription {
        ColourDescription(primaries: 2, transfer: 2, matrix: 2, isFullRange: isFullRange)
    }
}
