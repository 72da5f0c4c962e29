/// The format of a track's payloads.
public enum MediaFormat: Sendable, Hashable {
    /// Coded video.
    case codedVideo(CodedVideoFormat)
    /// Coded audio.
    case codedAudio(CodedAudioFormat)
    /// Uncompressed video.
    case rawVideo(RawVideoFormat)
    /// Uncompressed audio.
    case rawAudio(RawAudioFormat)
    /// Subtitles and captions, as cues or as documents.
    case timedText(TimedTextFormat)
    /// Text, timecodes or timed metadata, passed through unchanged.
    case codedData(CodedDataFormat)

    /// The media type of the format.
    public var mediaType: MediaType {
        switch self {
        case .codedVideo, .rawVideo: .video
        case .codedAudio, .rawAudio: .audio
        case .timedText: .text
        case .codedData(let format): format.mediaType
        }
    }
}

/// A width and a height in pixels.
public struct PixelSize: Sendable, Hashable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    /// A size in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var description: String { "\(width)x\(height)" }
}

/// A ratio of two integers, such as a frame rate or a pixel aspect ratio.
public struct Ratio: Sendable, Hashable {
    public var numerator: Int32
    public var denominator: Int32

    /// `numerator / denominator`. The denominator must be above zero.
    public init(_ numerator: Int32, _ denominator: Int32 = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The quotient.
    public var value: Double { Double(numerator) / Double(max(denominator, 1)) }
}

/// Colour primaries, transfer characteristics, matrix coefficients and range, as ISO/IEC 23091-2 (CICP) code points.
public struct ColourDescription: Sendable, Hashable {
    public var primaries: UInt8
    public var transfer: UInt8
    public var matrix: UInt8
    public var isFullRange: Bool

    /// A description from CICP code points.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// ITU-R BT.709: the default for high-definition video without a colour description.
    public static let bt709 = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
    /// ITU-R BT.601 (525 lines): the default for standard-definition video without a colour description.
    public static let bt601 = ColourDescription(primaries: 6, transfer: 6, matrix: 6)
}

/// Coded video: codec, geometry and colour.
public struct CodedVideoFormat: Sendable, Hashable {
    public var configuration: CodecConfiguration
    /// The size of a decoded frame after cropping, in pixels.
    public var size: PixelSize
    /// The pixel aspect ratio, width to height.
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The frame rate that the source declares. Measured rates take precedence.
    public var nominalFrameRate: Ratio?
    /// The nine entries of the transformation matrix in the `tkhd` box, as stored; nil for none.
    public var displayMatrix: [Int32]?
    /// The visible part of a frame; nil for all of it.
    public var cleanAperture: CleanAperture?
    /// The mastering display of high-dynamic-range video.
    public var masteringDisplay: MasteringDisplay?
    public var contentLight: ContentLightLevel?
    /// The Dolby Vision configuration of a track whose base layer also plays without Dolby Vision.
    public var dolbyVision: DolbyVisionConfiguration?
    /// Whether the video is or may be interlaced.
    public var isInterlaced = false
    /// The complete sample entry box of an unsupported codec, which is copied unchanged; nil for supported codecs.
    package var copiedEntry: [UInt8]?

    /// A format with square pixels. Properties that are not passed are unknown.
    public init(
        configuration: CodecConfiguration, size: PixelSize, pixelAspect: Ratio = Ratio(1),
        colour: ColourDescription? = nil, nominalFrameRate: Ratio? = nil, displayMatrix: [Int32]? = nil
    ) {
        self.configuration = configuration
        self.size = size
        self.pixelAspect = pixelAspect
        self.colour = colour
        self.nominalFrameRate = nominalFrameRate
        self.displayMatrix = displayMatrix
    }
}

/// Coded audio: codec, sample rate and channels.
public struct CodedAudioFormat: Sendable, Hashable {
    public var configuration: CodecConfiguration
    /// The sample rate in Hz.
    public var sampleRate: Int
    public var channelCount: Int
    /// The number of PCM frames in one packet; 0 if it varies.
    public var framesPerPacket: Int
    /// Whether packets depend on earlier packets, as in xHE-AAC.
    public var hasSampleDependencies: Bool
    /// The complete sample entry box of an unsupported codec, which is copied unchanged; nil for supported codecs.
    package var copiedEntry: [UInt8]?

    /// A format with this codec configuration, sample rate and number of channels.
    public init(
        configuration: CodecConfiguration, sampleRate: Int, channelCount: Int, framesPerPacket: Int,
        hasSampleDependencies: Bool = false
    ) {
        self.configuration = configuration
        self.sampleRate = sampleRate
        self.channelCount = channelCount
        self.framesPerPacket = framesPerPacket
        self.hasSampleDependencies = hasSampleDependencies
    }
}

/// The format of uncompressed video.
public struct RawVideoFormat: Sendable, Hashable {
    /// The pixel format by its GStreamer name, such as `I420` or `NV12`.
    public var pixelFormat: String
    public var size: PixelSize
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The frame rate that the source declares; nil if it varies.
    public var nominalFrameRate: Ratio?

    /// A format with square pixels. Properties that are not passed are unknown.
    public init(
        pixelFormat: String, size: PixelSize, pixelAspect: Ratio = Ratio(1), colour: ColourDescription? = nil,
        nominalFrameRate: Ratio? = nil
    ) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.pixelAspect = pixelAspect
        self.colour = colour
        self.nominalFrameRate = nominalFrameRate
    }
}

/// The format of uncompressed audio.
public struct RawAudioFormat: Sendable, Hashable {
    /// The sample format by its GStreamer name, such as `S16LE` or `F32LE`.
    public var sampleFormat: String
    /// The sample rate in Hz.
    public var sampleRate: Int
    public var channelCount: Int
    /// Whether samples are planar, all of one channel before the next channel, instead of interleaved.
    public var isPlanar = false

    /// An interleaved format with this sample format, sample rate and number of channels.
    public init(sampleFormat: String, sampleRate: Int, channelCount: Int) {
        self.sampleFormat = sampleFormat
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}

/// The format of media that are neither video nor audio, identified by their sample entry.
public struct CodedDataFormat: Sendable, Hashable {
    public var mediaType: MediaType
    /// The handler type of the track, such as `text`, `sbtl` or `tmcd` (ISO/IEC 14496-12 8.4.3).
    public var handler: FourCC
    /// The complete sample entry box.
    public var sampleEntry: [UInt8]

    /// A format with this handler type and sample entry.
    public init(mediaType: MediaType, handler: FourCC, sampleEntry: [UInt8]) {
        self.mediaType = mediaType
        self.handler = handler
        self.sampleEntry = sampleEntry
    }

    /// The type of the sample entry, such as `tx3g`; zero if there is no sample entry.
    package var sampleEntryCode: FourCC {
        FourCC(rawValue: sampleEntry.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
}
