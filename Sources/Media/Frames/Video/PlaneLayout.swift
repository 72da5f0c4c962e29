/// The position of a plane's rows in the bytes of a video frame.
public struct PlaneLayout: Sendable, Hashable {
    /// The offset of the first row, in bytes from the start of the frame.
    public var offset: Int
    /// The distance between the starts of consecutive rows, in bytes; at least `rowLength`.
    public var stride: Int
    /// The number of bytes of a row that hold pixels, without padding.
    public var rowLength: Int
    /// The number of rows.
    public var rowCount: Int
    /// The distance between consecutive pixels of a row, in bytes.
    public var pixelStride: Int

    /// A plane layout. All values except `rowCount` are in bytes.
    public init(offset: Int, stride: Int, rowLength: Int, rowCount: Int, pixelStride: Int) {
        self.offset = offset
        self.stride = stride
        self.rowLength = rowLength
        self.rowCount = rowCount
        self.pixelStride = pixelStride
    }

    /// The offset after the plane's last pixel.
    var end: Int { rowCount == 0 ? offset : offset + (rowCount - 1) * stride + rowLength }
}

extension RawVideoFormat {
    /// The default layout of the planes: one after the other, with rows padded to four bytes, as in GStreamer. nil for
    /// unknown pixel formats and for sizes outside 1 to 65,536 pixels.
    public var defaultLayout: [PlaneLayout]? {
        let (width, height) = (size.width, size.height)
        guard width > 0, height > 0, width <= 65_536, height <= 65_536 else { return nil }
        guard let shape = PixelFormatPlanes(pixelFormat) else { return nil }
        var offset = 0
        return shape.planes.map { plane in
            let count = (width + plane.across - 1) / plane.across
            let rows = (height + plane.down - 1) / plane.down
            let stride = shape.isHalved ? halvedStride(plane) : (count * plane.bytes + 3) / 4 * 4
            let layout = PlaneLayout(
                offset: offset, stride: stride, rowLength: count * plane.bytes, rowCount: rows, pixelStride: plane.bytes
            )
            // GStreamer rounds the height up to an even number of rows for formats with vertical subsampling.
            offset += stride * (shape.isHalved ? (height + 1) / 2 * 2 / plane.down : rows)
            return layout
        }
    }

    /// The size in bytes of a frame in the default layout; nil if the default layout is unknown.
    public var defaultByteCount: Int? {
        guard let layout = defaultLayout, let last = layout.last, let shape = PixelFormatPlanes(pixelFormat) else {
            return nil
        }
        let rows = shape.isHalved ? (size.height + 1) / 2 * 2 / (shape.planes.last?.down ?? 1) : last.rowCount
        return last.offset + last.stride * rows
    }

    private func halvedStride(_ plane: PixelFormatPlanes.Plane) -> Int {
        let count = plane.across == 1 ? size.width : (size.width + 1) / 2
        return (count * plane.bytes + 3) / 4 * 4
    }
}
