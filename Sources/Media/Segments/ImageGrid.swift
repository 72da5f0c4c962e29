/// Small pictures side by side in one image, each standing for a stretch of the media.
public struct ImageGrid: Sendable, Hashable {
    /// The size of one picture in pixels.
    public var tileSize: PictureSize
    /// Pictures beside each other, 1 or more.
    public var columns: Int
    /// Pictures below each other, 1 or more.
    public var rows: Int
    /// How long each picture stands for the media.
    public var tileDuration: MediaTime
    /// The media type of an image, such as `image/jpeg`.
    public var contentType: String

    /// A grid of pictures, the first one at the top left, then to the right, then down.
    public init(tileSize: PictureSize, columns: Int, rows: Int, tileDuration: MediaTime, contentType: String) {
        self.tileSize = tileSize
        self.columns = columns
        self.rows = rows
        self.tileDuration = tileDuration
        self.contentType = contentType
    }

    /// Pictures in a full image.
    public var count: Int { columns * rows }
    /// The size of a full image in pixels.
    public var size: PictureSize { PictureSize(width: tileSize.width * columns, height: tileSize.height * rows) }
}
