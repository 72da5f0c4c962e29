/// The frame format that an output decodes into. Without settings an output returns the coded samples unchanged.
public enum ReaderOutputSettings: Sendable, Hashable {
    case video(VideoFrameSettings)
    case audio(AudioFrameSettings)

    /// Video in its coded size and a pixel format that encoders accept.
    public static let video = ReaderOutputSettings.video(VideoFrameSettings())
    /// Audio at its sample rate and channel count.
    public static let audio = ReaderOutputSettings.audio(AudioFrameSettings())
}

/// The memory layout of pixels.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The format with this GStreamer name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 4:2:0, 8 bits, three planes: `kCVPixelFormatType_420YpCbCr8Planar`.
    public static let yuv420Planar = PixelFormat(rawValue: "I420")
    /// 4:2:0, 8 bits, two planes: `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`.
    public static let yuv420BiPlanar = PixelFormat(rawValue: "NV12")
    /// Four bytes per pixel: `kCVPixelFormatType_32BGRA`.
    public static let bgra = PixelFormat(rawValue: "BGRA")
    /// 4:2:0, 10 bits, two planes: `kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange`.
    public static let yuv420BiPlanar10 = PixelFormat(rawValue: "P010_10LE")
}

extension ReaderOutputSettings {
    /// A description of the first value out of range; nil when all values are valid.
    var validationMessage: String? {
        switch self {
        case .video(let settings):
            if (settings.width == nil) != (settings.height == nil) { return "width and height must be set together" }
            for (value, key) in [(settings.width, "width"), (settings.height, "height")] {
                if let value, !(1...65535).contains(value) { return "\(key) is \(value); the range is 1 to 65535" }
            }
            if let format = settings.pixelFormat, !format.isValidName {
                return "'\(format.rawValue)' is not a pixel format"
            }
        case .audio(let settings):
            if let rate = settings.sampleRate, !(1...768_000).contains(rate) {
                return "sampleRate is \(rate); the range is 1 to 768000"
            }
            if let count = settings.numberOfChannels, !(1...64).contains(count) {
                return "numberOfChannels is \(count); the range is 1 to 64"
            }
            if let depth = settings.bitDepth, !settings.possibleBitDepths.contains(depth) {
                return "bitDepth is \(depth); \(settings.possibleBitDepths) are possible"
            }
        }
        return nil
    }
}

extension PixelFormat {
    fileprivate var isValidName: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x5f
            }
    }
}
