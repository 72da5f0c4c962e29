/// The format of uncompressed video.
public struct RawVideoFormat: Sendable, Hashable, Codable {
    /// The pixel format by its GStreamer name, such as `I420` or `NV12`.
    public var pixelFormat: String
    public var size: PixelSize
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The frame rate that the source declares; nil if it varies.
    public var nominalFrameRate: Ratio?

    /// A format with square pixels. Properties that are not passed are unknown.
    public init(
        pixelFormat: String, size: PixelSize, pixelAspect: Ratio = Ratio(1), colour: ColourDescription? = nil,
        nominalFrameRate: Ratio? = nil
    ) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.pixelAspect = pixelAspect
        self.colour = colour
        self.nominalFrameRate = nominalFrameRate
    }
}
