/// The layout of thumbnails in one image. Each thumbnail represents an interval of the media.
public struct ThumbnailGrid: Sendable, Hashable, Codable {
    /// The size of one thumbnail in pixels.
    public var tileSize: PixelSize
    /// The number of thumbnails in a row, 1 or more.
    public var columns: Int
    /// The number of rows, 1 or more.
    public var rows: Int
    /// The duration of media that one thumbnail represents.
    public var tileDuration: MediaTime
    /// The MIME type of an image, such as `image/jpeg`.
    public var contentType: String

    /// A grid of thumbnails in reading order: left to right, then top to bottom.
    public init(tileSize: PixelSize, columns: Int, rows: Int, tileDuration: MediaTime, contentType: String) {
        self.tileSize = tileSize
        self.columns = columns
        self.rows = rows
        self.tileDuration = tileDuration
        self.contentType = contentType
    }

    /// The number of thumbnails in a full image.
    public var count: Int { columns * rows }
    /// The size of a full image in pixels.
    public var size: PixelSize { PixelSize(width: tileSize.width * columns, height: tileSize.height * rows) }
}
