package import Media

/// The location of a top-level box.
package struct MeasuredBox: Sendable, Hashable {
    package var type: FourCC
    /// The offset in the resource, in bytes.
    package var offset: Int
    /// The declared size, including the header.
    package var size: Int
    /// Whether the box is truncated.
    package var isCutOff: Bool
}
