/// The geometry and colours of a video track (RFC 9559 5.1.4.1.28).
package struct VideoSettings: MasterElement {
    package static let id: ElementID = 0xe0
    package static let fields: [ElementField<Self>] = [
        .unsigned(0x9a, "FlagInterlaced", \.interlacing),
        .unsigned(0x9d, "FieldOrder", \.fieldOrder),
        .unsigned(0x53b8, "StereoMode", \.stereoMode),
        .unsigned(0x53c0, "AlphaMode", \.alphaMode),
        .unsigned(0xb0, "PixelWidth", \.width),
        .unsigned(0xba, "PixelHeight", \.height),
        .unsigned(0x54aa, "PixelCropBottom", \.cropBottom),
        .unsigned(0x54bb, "PixelCropTop", \.cropTop),
        .unsigned(0x54cc, "PixelCropLeft", \.cropLeft),
        .unsigned(0x54dd, "PixelCropRight", \.cropRight),
        .unsigned(0x54b0, "DisplayWidth", \.displayWidth),
        .unsigned(0x54ba, "DisplayHeight", \.displayHeight),
        .unsigned(0x54b2, "DisplayUnit", \.displayUnit),
        .master("Colour", \.colour),
        .master("Projection", \.projection),
    ]

    /// 0 for unknown, 1 for interlaced, 2 for progressive.
    package var interlacing: UInt64 = 0
    package var fieldOrder: UInt64 = 2
    /// 0 for one view; otherwise the arrangement of two views.
    package var stereoMode: UInt64 = 0
    package var alphaMode: UInt64 = 0
    package var width: UInt64 = 0
    package var height: UInt64 = 0
    package var cropBottom: UInt64 = 0
    package var cropTop: UInt64 = 0
    package var cropLeft: UInt64 = 0
    package var cropRight: UInt64 = 0
    package var displayWidth: UInt64?
    package var displayHeight: UInt64?
    /// 0 for pixels, 1 for centimetres, 2 for inches, 3 for an aspect ratio, 4 for unknown.
    package var displayUnit: UInt64 = 0
    package var colour: ColourSettings?
    package var projection: ProjectionSettings?

    package init() {}
}
