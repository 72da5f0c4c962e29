/// What a track's payloads are made of.
public enum MediaFormat: Sendable, Hashable {
    /// Coded pictures.
    case codedVideo(CodedVideoFormat)
    /// Coded sound.
    case codedAudio(CodedAudioFormat)
    /// Uncompressed pictures.
    case rawVideo(RawVideoFormat)
    /// Uncompressed sound.
    case rawAudio(RawAudioFormat)
    /// Subtitles and captions as cues or documents.
    case timedText(TimedTextFormat)
    /// Text, timecodes or timed metadata, carried as they came.
    case codedData(CodedDataFormat)

    /// What kind of media it is.
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
public struct PictureSize: Sendable, Hashable, CustomStringConvertible {
    public var width: Int
    public var height: Int

    /// A size in pixels.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public var description: String { "\(width)x\(height)" }
}

/// A ratio of two whole numbers, such as a frame rate or the shape of a pixel.
public struct Ratio: Sendable, Hashable {
    public var numerator: Int32
    public var denominator: Int32

    /// `numerator / denominator`; the denominator is above zero.
    public init(_ numerator: Int32, _ denominator: Int32 = 1) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The ratio as a number.
    public var value: Double { Double(numerator) / Double(max(denominator, 1)) }
}

/// The meaning of pixel values, as ISO/IEC 23091-2 (CICP) codes.
public struct ColourDescription: Sendable, Hashable {
    public var primaries: UInt8
    public var transfer: UInt8
    public var matrix: UInt8
    public var isFullRange: Bool

    /// A description by its code points.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// ITU-R BT.709, what unmarked high definition is.
    public static let bt709 = ColourDescription(primaries: 1, transfer: 1, matrix: 1)
    /// ITU-R BT.601 (525 lines), what unmarked standard definition is.
    public static let bt601 = ColourDescription(primaries: 6, transfer: 6, matrix: 6)
}

/// Coded pictures: codec, geometry and colour.
public struct CodedVideoFormat: Sendable, Hashable {
    public var configuration: CodecConfiguration
    /// The size of the decoded picture after cropping, in pixels.
    public var size: PictureSize
    /// The shape of a pixel, width to height.
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The rate that the source claims; what is measured decides.
    public var nominalFrameRate: Ratio?
    /// The display matrix of a movie's track header, nine numbers as stored; nil for none.
    public var displayMatrix: [Int32]?
    /// The part of the picture that is meant to be seen; nil for all of it.
    public var cleanAperture: CleanAperture?
    /// The display on which pictures of high dynamic range were mastered.
    public var masteringDisplay: MasteringDisplay?
    public var contentLight: ContentLightLevel?
    /// What Dolby Vision adds to a codec that plays without it too.
    public var dolbyVision: DolbyVisionConfiguration?
    /// Whether pictures are or may be coded as fields.
    public var isInterlaced = false
    /// The sample entry, a whole box, where it is not understood and copied byte for byte; nil for known codecs.
    package var copiedEntry: [UInt8]?

    /// A format with square pixels and nothing else known, unless said.
    public init(
        configuration: CodecConfiguration, size: PictureSize, pixelAspect: Ratio = Ratio(1),
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

/// Coded sound: codec, rate and channels.
public struct CodedAudioFormat: Sendable, Hashable {
    public var configuration: CodecConfiguration
    /// Samples per second.
    public var sampleRate: Int
    public var channelCount: Int
    /// PCM samples in one packet; 0 when it varies.
    public var framesPerPacket: Int
    /// Whether packets depend on packets before them, as in xHE-AAC.
    public var hasSampleDependencies: Bool
    /// The sample entry, a whole box, where it is not understood and copied byte for byte; nil for known codecs.
    package var copiedEntry: [UInt8]?

    /// A format by its codec configuration, rate and channels.
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

/// Uncompressed pictures.
public struct RawVideoFormat: Sendable, Hashable {
    /// The pixel format by its GStreamer name, such as `I420` or `NV12`.
    public var pixelFormat: String
    public var size: PictureSize
    public var pixelAspect: Ratio
    public var colour: ColourDescription?
    /// The rate that the source claims; nil when it varies.
    public var nominalFrameRate: Ratio?

    /// A format with square pixels and nothing else known, unless said.
    public init(
        pixelFormat: String, size: PictureSize, pixelAspect: Ratio = Ratio(1), colour: ColourDescription? = nil,
        nominalFrameRate: Ratio? = nil
    ) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.pixelAspect = pixelAspect
        self.colour = colour
        self.nominalFrameRate = nominalFrameRate
    }
}

/// Uncompressed sound.
public struct RawAudioFormat: Sendable, Hashable {
    /// The sample format by its GStreamer name, such as `S16LE` or `F32LE`.
    public var sampleFormat: String
    /// Samples per second.
    public var sampleRate: Int
    public var channelCount: Int
    /// Whether the samples of a frame lie channel after channel, and not of all channels by turns.
    public var isPlanar = false

    /// A format by its sample format, rate and channels, which are interleaved.
    public init(sampleFormat: String, sampleRate: Int, channelCount: Int) {
        self.sampleFormat = sampleFormat
        self.sampleRate = sampleRate
        self.channelCount = channelCount
    }
}

/// Media that are neither pictures nor sound, known by their sample entry.
public struct CodedDataFormat: Sendable, Hashable {
    public var mediaType: MediaType
    /// The handler of their tracks, such as `text`, `sbtl` or `tmcd`.
    public var handler: FourCC
    /// The sample entry, a whole box.
    public var sampleEntry: [UInt8]

    /// A format by its handler and its sample entry.
    public init(mediaType: MediaType, handler: FourCC, sampleEntry: [UInt8]) {
        self.mediaType = mediaType
        self.handler = handler
        self.sampleEntry = sampleEntry
    }

    /// The code of the sample entry, such as `tx3g`; zero where there is none.
    package var sampleEntryCode: FourCC {
        FourCC(rawValue: sampleEntry.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }
}
