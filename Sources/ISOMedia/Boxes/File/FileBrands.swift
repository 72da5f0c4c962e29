package import Media

/// The brands of a file or a segment, ISO/IEC 14496-12 4.3.
package struct FileBrands: Sendable, Hashable {
    package var major: FourCC
    package var minorVersion: UInt32
    package var compatible: [FourCC]

    /// The maximum number of compatible brands that are read.
    static let maximumCount = 254

    /// The brands in their written order.
    package init(major: FourCC, minorVersion: UInt32 = 0, compatible: [FourCC]) {
        self.major = major
        self.minorVersion = minorVersion
        self.compatible = compatible
    }

    /// Whether the file is a QuickTime file, some of whose fields differ.
    var isQuickTime: Bool { major == "qt  " }
}
