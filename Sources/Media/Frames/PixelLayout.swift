/// Where the rows of a plane of a picture lie.
public struct PlaneLayout: Sendable, Hashable {
    /// Where the first row begins, in bytes from the beginning of the picture.
    public var offset: Int
    /// The distance from row to row in bytes; at least `rowLength`.
    public var stride: Int
    /// The bytes of a row that are pixels.
    public var rowLength: Int
    /// How many rows there are.
    public var rowCount: Int
    /// The bytes from one pixel of the plane to the next.
    public var pixelStride: Int

    /// A plane by its numbers, all in bytes but `rowCount`.
    public init(offset: Int, stride: Int, rowLength: Int, rowCount: Int, pixelStride: Int) {
        self.offset = offset
        self.stride = stride
        self.rowLength = rowLength
        self.rowCount = rowCount
        self.pixelStride = pixelStride
    }

    /// The first byte behind the plane's last pixel.
    var end: Int { rowCount == 0 ? offset : offset + (rowCount - 1) * stride + rowLength }
}

extension RawVideoFormat {
    /// How the planes lie when nobody says otherwise: one after the other, rows padded to four bytes, as GStreamer has it;
    /// nil for pixel formats that are not known here.
    public var defaultLayout: [PlaneLayout]? {
        let (width, height) = (size.width, size.height)
        guard width > 0, height > 0, width <= 65_536, height <= 65_536 else { return nil }
        guard let shape = PixelShape(pixelFormat) else { return nil }
        var offset = 0
        return shape.planes.map { plane in
            let count = (width + plane.across - 1) / plane.across
            let rows = (height + plane.down - 1) / plane.down
            let stride = shape.isHalved ? halvedStride(plane) : (count * plane.bytes + 3) / 4 * 4
            let layout = PlaneLayout(
                offset: offset, stride: stride, rowLength: count * plane.bytes, rowCount: rows, pixelStride: plane.bytes
            )
            // Pictures with halved rows have room for an even number of them.
            offset += stride * (shape.isHalved ? (height + 1) / 2 * 2 / plane.down : rows)
            return layout
        }
    }

    /// The bytes of a picture in the default layout.
    public var defaultByteCount: Int? {
        guard let layout = defaultLayout, let last = layout.last, let shape = PixelShape(pixelFormat) else {
            return nil
        }
        let rows = shape.isHalved ? (size.height + 1) / 2 * 2 / (shape.planes.last?.down ?? 1) : last.rowCount
        return last.offset + last.stride * rows
    }

    private func halvedStride(_ plane: PixelShape.Plane) -> Int {
        let count = plane.across == 1 ? size.width : (size.width + 1) / 2
        return (count * plane.bytes + 3) / 4 * 4
    }
}

/// What planes a pixel format has.
struct PixelShape {
    struct Plane {
        /// How many pixels of the picture share one of the plane, across and down.
        var across = 1
        var down = 1
        /// Bytes for one of them.
        var bytes = 1
    }
    var planes: [Plane]
    /// Whether some planes have half as many rows.
    var isHalved: Bool { planes.contains { $0.down == 2 } }

    /// The shape of a format by its GStreamer name.
    init?(_ name: String) {
        switch name {
        case "I420", "YV12": planes = [Plane(), Plane(across: 2, down: 2), Plane(across: 2, down: 2)]
        case "Y42B": planes = [Plane(), Plane(across: 2), Plane(across: 2)]
        case "Y444": planes = [Plane(), Plane(), Plane()]
        case "NV12", "NV21": planes = [Plane(), Plane(across: 2, down: 2, bytes: 2)]
        case "I420_10LE":
            planes = [Plane(bytes: 2), Plane(across: 2, down: 2, bytes: 2), Plane(across: 2, down: 2, bytes: 2)]
        case "P010_10LE": planes = [Plane(bytes: 2), Plane(across: 2, down: 2, bytes: 4)]
        case "GRAY8": planes = [Plane()]
        case "GRAY16_LE": planes = [Plane(bytes: 2)]
        case "RGB", "BGR": planes = [Plane(bytes: 3)]
        case "RGBA", "BGRA", "ARGB", "ABGR", "RGBx", "BGRx", "xRGB", "xBGR": planes = [Plane(bytes: 4)]
        default: return nil
        }
    }
}
