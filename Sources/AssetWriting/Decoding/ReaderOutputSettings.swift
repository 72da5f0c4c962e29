/// What frames an output decodes into; no settings at all gives the coded samples as they are.
public enum ReaderOutputSettings: Sendable, Hashable {
    case video(VideoFrameSettings)
    case audio(AudioFrameSettings)

    /// Pictures in their own size and a pixel format that encoders take.
    public static let video = ReaderOutputSettings.video(VideoFrameSettings())
    /// Sound at its own rate, with its own channels.
    public static let audio = ReaderOutputSettings.audio(AudioFrameSettings())
}

/// What decoded pictures should be like; nil leaves it to the decoder.
public struct VideoFrameSettings: Sendable, Hashable {
    /// `kCVPixelBufferPixelFormatTypeKey`.
    public var pixelFormat: PixelFormat?
    /// `kCVPixelBufferWidthKey`, in pixels; given together with the height.
    public var width: Int?
    /// `kCVPixelBufferHeightKey`, in pixels.
    public var height: Int?

    /// Settings with these keys; the others are nil.
    public init(pixelFormat: PixelFormat? = nil, width: Int? = nil, height: Int? = nil) {
        self.pixelFormat = pixelFormat
        self.width = width
        self.height = height
    }
}

/// How pixels lie in memory.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The format with this name of GStreamer's.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// 4:2:0 in three planes: `kCVPixelFormatType_420YpCbCr8Planar`.
    public static let yuv420Planar = PixelFormat(rawValue: "I420")
    /// 4:2:0 in two planes: `kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange`.
    public static let yuv420BiPlanar = PixelFormat(rawValue: "NV12")
    /// Four bytes a pixel: `kCVPixelFormatType_32BGRA`.
    public static let bgra = PixelFormat(rawValue: "BGRA")
    /// 4:2:0 of ten bits in two planes: `kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange`.
    public static let yuv420BiPlanar10 = PixelFormat(rawValue: "P010_10LE")
}

/// What decoded sound should be like: linear PCM, interleaved. Nil leaves it to the decoder.
public struct AudioFrameSettings: Sendable, Hashable {
    /// `AVSampleRateKey`, in samples per second.
    public var sampleRate: Int?
    /// `AVNumberOfChannelsKey`.
    public var numberOfChannels: Int?
    /// `AVLinearPCMIsFloatKey`: 32 bits floating point, or 16 bits integer.
    public var isFloat: Bool?

    /// Settings with these keys; the others are nil.
    public init(sampleRate: Int? = nil, numberOfChannels: Int? = nil, isFloat: Bool? = nil) {
        self.sampleRate = sampleRate
        self.numberOfChannels = numberOfChannels
        self.isFloat = isFloat
    }
}

extension ReaderOutputSettings {
    /// What is wrong with the numbers, in words; nil when nothing is.
    var fault: String? {
        switch self {
        case .video(let settings):
            if (settings.width == nil) != (settings.height == nil) { return "width and height are given together" }
            for (value, key) in [(settings.width, "width"), (settings.height, "height")] {
                if let value, !(1...65535).contains(value) { return "\(key) is \(value), 1 to 65535 is possible" }
            }
            if let format = settings.pixelFormat, !format.isName {
                return "there is no pixel format '\(format.rawValue)'"
            }
        case .audio(let settings):
            if let rate = settings.sampleRate, !(1...768_000).contains(rate) {
                return "sampleRate is \(rate), 1 to 768000 is possible"
            }
            if let count = settings.numberOfChannels, !(1...64).contains(count) {
                return "numberOfChannels is \(count), 1 to 64 is possible"
            }
        }
        return nil
    }
}

extension PixelFormat {
    fileprivate var isName: Bool {
        (1...32).contains(rawValue.utf8.count)
            && rawValue.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
                    || byte == 0x5f
            }
    }
}
