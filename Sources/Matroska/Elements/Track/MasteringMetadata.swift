/// The mastering display of video (RFC 9559 5.1.4.1.28.30, SMPTE ST 2086).
package struct MasteringMetadata: MasterElement {
    package static let id: ElementID = 0x55d0
    package static let fields: [ElementField<Self>] = [
        .float(0x55d1, "PrimaryRChromaticityX", \.redX),
        .float(0x55d2, "PrimaryRChromaticityY", \.redY),
        .float(0x55d3, "PrimaryGChromaticityX", \.greenX),
        .float(0x55d4, "PrimaryGChromaticityY", \.greenY),
        .float(0x55d5, "PrimaryBChromaticityX", \.blueX),
        .float(0x55d6, "PrimaryBChromaticityY", \.blueY),
        .float(0x55d7, "WhitePointChromaticityX", \.whiteX),
        .float(0x55d8, "WhitePointChromaticityY", \.whiteY),
        .float(0x55d9, "LuminanceMax", \.maximumLuminance),
        .float(0x55da, "LuminanceMin", \.minimumLuminance),
    ]

    // CIE 1931 chromaticities.
    package var redX: Double?
    package var redY: Double?
    package var greenX: Double?
    package var greenY: Double?
    package var blueX: Double?
    package var blueY: Double?
    package var whiteX: Double?
    package var whiteY: Double?
    /// In cd/m².
    package var maximumLuminance: Double?
    package var minimumLuminance: Double?

    package init() {}
}
