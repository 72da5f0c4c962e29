package import Media

/// The brands of a file or a segment, ISO/IEC 14496-12 4.3.
package struct FileBrands: Sendable, Hashable {
    package var major: FourCC
    package var minorVersion: UInt32
    package var compatible: [FourCC]

    /// The brands in their written order.
    package init(major: FourCC, minorVersion: UInt32 = 0, compatible: [FourCC]) {
        self.major = major
        self.minorVersion = minorVersion
        self.compatible = compatible
    }

    /// The size of a `ftyp` or `styp` box with these brands.
    var boxSize: Int { 16 + 4 * compatible.count }
}
