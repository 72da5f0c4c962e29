import AssetWriting
import Media

/// A width and a height in pixels.
public struct CMVideoDimensions: Sendable, Hashable {
    public var width: Int32
    public var height: Int32

    /// A size of zero.
    public init() { self.init(width: 0, height: 0) }

    /// A size in pixels.
    public init(width: Int32, height: Int32) {
        self.width = width
        self.height = height
    }

    /// The size of video; zero for other media.
    init(_ format: MediaFormat) {
        let size =
            switch format {
            case .codedVideo(let video): video.size
            case .rawVideo(let video): video.size
            default: PixelSize(width: 0, height: 0)
            }
        self.init(width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    }
}
