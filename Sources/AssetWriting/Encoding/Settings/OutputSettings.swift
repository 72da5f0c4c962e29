public import Media

/// The encoder settings of an input. An input without settings passes coded samples through.
public enum OutputSettings: Sendable, Hashable {
    case video(VideoOutputSettings)
    case audio(AudioOutputSettings)

    /// The media type that the settings apply to.
    public var mediaType: MediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }
}

/// Video encoder settings. The source format hint fills in nil values; required values that remain nil are rejected.
public struct VideoOutputSettings: Sendable, Hashable {
    /// `AVVideoCodecKey`; always required.
    public var codec: VideoCodecType?
    /// `AVVideoWidthKey`, in pixels from 1 to 65535; required unless a raw video hint supplies it.
    public var width: Int?
    /// `AVVideoHeightKey`, in pixels from 1 to 65535; required unless a raw video hint supplies it.
    public var height: Int?
    /// `AVVideoAverageBitRateKey`, in bits per second, above zero; nil lets the encoder choose.
    public var averageBitRate: Int?
    /// `AVVideoProfileLevelKey`, such as `main` or `high`; nil lets the encoder choose.
    public var profile: String?
    /// `AVVideoMaxKeyFrameIntervalKey`: the maximum distance between sync samples in frames, above zero; nil lets the
    /// encoder choose.
    public var maxKeyFrameInterval: Int?
    /// `AVVideoAllowFrameReorderingKey`: whether frames may be coded out of presentation order; nil lets the encoder
    /// choose.
    public var allowsFrameReordering: Bool?
    /// `AVVideoExpectedSourceFrameRateKey`: the expected frame rate of the source, in frames per second.
    public var expectedSourceFrameRate: Double?

    /// Settings with these keys; the others are nil.
    public init(
        codec: VideoCodecType? = nil, width: Int? = nil, height: Int? = nil, averageBitRate: Int? = nil,
        profile: String? = nil, maxKeyFrameInterval: Int? = nil, allowsFrameReordering: Bool? = nil,
        expectedSourceFrameRate: Double? = nil
    ) {
        self.codec = codec
        self.width = width
        self.height = height
        self.averageBitRate = averageBitRate
        self.profile = profile
        self.maxKeyFrameInterval = maxKeyFrameInterval
        self.allowsFrameReordering = allowsFrameReordering
        self.expectedSourceFrameRate = expectedSourceFrameRate
    }
}

/// A video codec.
public struct VideoCodecType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The codec with this four-character code.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264, ISO/IEC 14496-10.
    public static let h264 = VideoCodecType(rawValue: "avc1")
    /// HEVC, ISO/IEC 23008-2.
    public static let hevc = VideoCodecType(rawValue: "hvc1")
    /// AV1.
    public static let av1 = VideoCodecType(rawValue: "av01")
}

/// Audio encoder settings. The source format hint fills in nil values; required values that remain nil are rejected.
public struct AudioOutputSettings: Sendable, Hashable {
    /// `AVFormatIDKey`; always required.
    public var formatID: AudioFormatID?
    /// `AVSampleRateKey`, in Hz from 1 to 768000; required unless a raw audio hint supplies it.
    public var sampleRate: Int?
    /// `AVNumberOfChannelsKey`, from 1 to 64; required unless a raw audio hint supplies it.
    public var numberOfChannels: Int?
    /// `AVChannelLayoutKey`; required with more than two channels.
    public var channelLayout: ChannelLayout?
    /// `AVEncoderBitRateKey`, in bits per second, above zero; nil lets the encoder choose.
    public var encoderBitRate: Int?
    /// `AVEncoderBitDepthHintKey`, in bits, for lossless codecs; required for Apple Lossless.
    public var encoderBitDepthHint: Int?
    /// The `AVLinearPCM…Key` values; required for linear PCM.
    public var linearPCM: LinearPCM?

    /// The layout of linear PCM: `AVLinearPCMBitDepthKey`, `IsBigEndianKey`, `IsFloatKey` and `IsNonInterleaved`.
    public struct LinearPCM: Sendable, Hashable {
        /// The number of bits per sample: 8, 16, 24 or 32.
        public var bitDepth: Int
        public var isBigEndian: Bool
        public var isFloat: Bool
        public var isNonInterleaved: Bool

        /// A layout; by default interleaved little-endian integers.
        public init(
            bitDepth: Int, isBigEndian: Bool = false, isFloat: Bool = false, isNonInterleaved: Bool = false
        ) {
            self.bitDepth = bitDepth
            self.isBigEndian = isBigEndian
            self.isFloat = isFloat
            self.isNonInterleaved = isNonInterleaved
        }
    }

    /// Settings with these keys; the others are nil.
    public init(
        formatID: AudioFormatID? = nil, sampleRate: Int? = nil, numberOfChannels: Int? = nil,
        channelLayout: ChannelLayout? = nil, encoderBitRate: Int? = nil, encoderBitDepthHint: Int? = nil,
        linearPCM: LinearPCM? = nil
    ) {
        self.formatID = formatID
        self.sampleRate = sampleRate
        self.numberOfChannels = numberOfChannels
        self.channelLayout = channelLayout
        self.encoderBitRate = encoderBitRate
        self.encoderBitDepthHint = encoderBitDepthHint
        self.linearPCM = linearPCM
    }
}

/// The loudspeaker position of each channel in the file, in the order that the codec defines.
///
/// Frames carry their channels in WAVE order: L R C LFE Ls Rs, without the positions that are absent.
public struct ChannelLayout: Sendable, Hashable {
    /// Abbreviated position names in channel order, such as `L`, `R`, `C`, `LFE`, `Ls`, `Rs`.
    public var positions: [String]

    /// A layout with these positions.
    public init(positions: [String]) { self.positions = positions }

    public static let mono = ChannelLayout(positions: ["C"])
    public static let stereo = ChannelLayout(positions: ["L", "R"])
    /// Five channels and a low-frequency channel (5.1), in MPEG-4 order.
    public static let surround51 = ChannelLayout(positions: ["C", "L", "R", "Ls", "Rs", "LFE"])
}
