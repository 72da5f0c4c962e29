import AssetWriting
import Media

/// The equivalent of a Core Video pixel format in GStreamer, with the places of its planes.
struct PixelBufferLayout {
    /// The frame's format.
    let format: RawVideoFormat
    /// The planes of a frame.
    let planes: [PlaneLayout]
    /// The size of a frame in bytes.
    let byteCount: Int

    /// The layout of a frame; nil for unknown formats and for sizes outside 1 to 65,535 pixels.
    init?(_ type: OSType, width: Int, height: Int) {
        guard let entry = Self.formats.first(where: { $0.type == type }), (1...65_535).contains(width),
            (1...65_535).contains(height)
        else { return nil }
        var format = RawVideoFormat(pixelFormat: entry.name, size: PixelSize(width: width, height: height))
        if entry.isFullRange {
            format.colour = ColourDescription(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
        }
        if let planes = format.defaultLayout, let count = format.defaultByteCount {
            self.init(format, planes, count)
        } else {
            // Two bytes per pixel, in pairs.
            let row = (width + 1) / 2 * 4
            let plane = PlaneLayout(offset: 0, stride: row, rowLength: row, rowCount: height, pixelStride: 2)
            self.init(format, [plane], row * height)
        }
    }

    private init(_ format: RawVideoFormat, _ planes: [PlaneLayout], _ byteCount: Int) {
        self.format = format
        self.planes = planes
        self.byteCount = byteCount
    }

    /// The Core Video format with a GStreamer name and range; nil for others.
    static func type(of format: RawVideoFormat) -> OSType? {
        let named = formats.filter { $0.name == format.pixelFormat }
        return (named.first { $0.isFullRange == (format.colour?.isFullRange ?? false) } ?? named.first)?.type
    }

    /// The GStreamer name of a Core Video format; nil for unknown formats.
    static func name(of type: OSType) -> String? { formats.first { $0.type == type }?.name }

    private struct Entry {
        let type: OSType
        let name: String
        var isFullRange = false
    }

    private static let formats = [
        Entry(type: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, name: "NV12"),
        Entry(type: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, name: "NV12", isFullRange: true),
        Entry(type: kCVPixelFormatType_420YpCbCr8Planar, name: "I420"),
        Entry(type: kCVPixelFormatType_420YpCbCr8PlanarFullRange, name: "I420", isFullRange: true),
        Entry(type: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, name: "P010_10LE"),
        Entry(type: kCVPixelFormatType_420YpCbCr10BiPlanarFullRange, name: "P010_10LE", isFullRange: true),
        Entry(type: kCVPixelFormatType_32BGRA, name: "BGRA"), Entry(type: kCVPixelFormatType_32ARGB, name: "ARGB"),
        Entry(type: kCVPixelFormatType_32RGBA, name: "RGBA"), Entry(type: kCVPixelFormatType_32ABGR, name: "ABGR"),
        Entry(type: kCVPixelFormatType_24RGB, name: "RGB"), Entry(type: kCVPixelFormatType_24BGR, name: "BGR"),
        Entry(type: kCVPixelFormatType_422YpCbCr8, name: "UYVY"),
        Entry(type: kCVPixelFormatType_422YpCbCr8_yuvs, name: "YUY2"),
        Entry(type: kCVPixelFormatType_OneComponent8, name: "GRAY8"),
    ]
}
