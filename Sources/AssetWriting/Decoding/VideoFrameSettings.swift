/// The format of decoded video frames; the decoder chooses nil values.
public struct VideoFrameSettings: Sendable, Hashable {
    /// `kCVPixelBufferPixelFormatTypeKey`.
    public var pixelFormat: PixelFormat?
    /// `kCVPixelBufferWidthKey`, in pixels from 1 to 65535; set together with the height.
    public var width: Int?
    /// `kCVPixelBufferHeightKey`, in pixels from 1 to 65535; set together with the width.
    public var height: Int?

    /// Settings with these keys; the others are nil.
    public init(pixelFormat: PixelFormat? = nil, width: Int? = nil, height: Int? = nil) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
    }
}
