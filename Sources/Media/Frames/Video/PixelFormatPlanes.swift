/// The planes of a pixel format.
struct PixelFormatPlanes {
    struct Plane {
        /// The number of frame pixels per pixel of the plane, horizontally and vertically (chroma subsampling).
        var across = 1
        var down = 1
        /// The number of bytes per pixel of the plane.
        var bytes = 1
    }
    var planes: [Plane]
    /// Whether a plane is vertically subsampled by 2.
    var isHalved: Bool { planes.contains { $0.down == 2 } }

    /// The planes of the format with this GStreamer name; nil for unknown names.
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
