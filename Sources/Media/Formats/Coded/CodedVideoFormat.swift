/// Coded video: codec, geometry and colour.
public struct CodedVideoFormat: Sendable, Hashable, Codable {
    public var configuration: CodecConfiguration
    /// The size of a decoded frame after cropping, in pixels.
    public var size: PixelSize
    /// The pixel aspect ratio, width to height.
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The frame rate that the source declares. Measured rates take precedence.
    public var nominalFrameRate: Ratio?
    /// The nine entries of the transformation matrix in the `tkhd` box, as stored; nil for none.
    public var displayMatrix: [Int32]?
    /// The visible part of a frame; nil for all of it.
    public var cleanAperture: CleanAperture?
    /// The mastering display of high-dynamic-range video.
    public var masteringDisplay: MasteringDisplay?
    public var contentLight: ContentLightLevel?
    /// The Dolby Vision configuration of a track whose base layer also plays without Dolby Vision.
    public var dolbyVision: DolbyVisionConfiguration?
    /// Whether the video is or may be interlaced.
    public var isInterlaced = false
    /// The complete sample entry box of an unsupported codec, which is copied unchanged; nil for supported codecs.
    package var copiedEntry: [UInt8]?

    /// A format with square pixels. Properties that are not passed are unknown.
    public init(
        configuration: CodecConfiguration, size: PixelSize, pixelAspect: Ratio = Ratio(1),
        colour: ColourDescription? = nil, nominalFrameRate: Ratio? = nil, displayMatrix: [Int32]? = nil
    ) {
        self.configuration = configuration
        self.size = size
        self.pixelAspect = pixelAspect
        self.colour = colour
        self.nominalFrameRate = nominalFrameRate
        self.displayMatrix = displayMatrix
    }
}

extension CodedVideoFormat {
    /// The display size in square pixels: that of the clean aperture, after applying the pixel aspect ratio and rotation.
    package var displaySize: PixelSize {
        let size = cleanAperture?.size ?? size
        let stretched = Int128(size.width) * Int128(max(pixelAspect.numerator, 1))
        let divisor = Int128(max(pixelAspect.denominator, 1))
        let width = max(1, Int(clamping: (stretched + divisor / 2) / divisor))
        return isQuarterTurned
            ? PixelSize(width: size.height, height: width) : PixelSize(width: width, height: size.height)
    }

    /// Whether the display matrix rotates by 90 or 270 degrees.
    private var isQuarterTurned: Bool {
        guard let matrix = displayMatrix, matrix.count == 9 else { return false }
        return matrix[0] == 0 && matrix[4] == 0 && matrix[1] != 0 && matrix[3] != 0
    }
}
