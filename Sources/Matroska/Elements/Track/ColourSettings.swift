/// The colours of video, as ISO/IEC 23091-2 code points (RFC 9559 5.1.4.1.28.16).
package struct ColourSettings: MasterElement {
    package static let id: ElementID = 0x55b0
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x55b1, "MatrixCoefficients", \.matrix),
        .unsigned(0x55b2, "BitsPerChannel", \.bitsPerChannel),
        .unsigned(0x55b9, "Range", \.range),
        .unsigned(0x55ba, "TransferCharacteristics", \.transfer),
        .unsigned(0x55bb, "Primaries", \.primaries),
        .unsigned(0x55bc, "MaxCLL", \.maximumContentLight),
        .unsigned(0x55bd, "MaxFALL", \.maximumAverageLight),
        .master("MasteringMetadata", \.mastering),
    ]

    package var matrix: UInt64 = 2
    package var bitsPerChannel: UInt64 = 0
    /// 0 for unspecified, 1 for broadcast range, 2 for full range.
    package var range: UInt64 = 0
    package var transfer: UInt64 = 2
    package var primaries: UInt64 = 2
    /// In cd/m².
    package var maximumContentLight: UInt64?
    package var maximumAverageLight: UInt64?
    package var mastering: MasteringMetadata?

    package init() {}
}
