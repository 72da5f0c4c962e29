public import Media

/// How the frames appended to an input are encoded; no settings at all is passthrough.
public enum OutputSettings: Sendable, Hashable {
    case video(VideoOutputSettings)
    case audio(AudioOutputSettings)

    /// The media that the settings are for.
    public var mediaType: MediaType {
        switch self {
        case .video: .video
        case .audio: .audio
        }
    }
}

/// How pictures are encoded. What is nil is filled in from the source format hint, or refused where it has to be known.
public struct VideoOutputSettings: Sendable, Hashable {
    /// `AVVideoCodecKey`; always required.
    public var codec: VideoCodecType?
    /// `AVVideoWidthKey`, in pixels from 1 to 65535; a raw video hint completes it.
    public var width: Int?
    /// `AVVideoHeightKey`, in pixels from 1 to 65535; a raw video hint completes it.
    public var height: Int?
    /// `AVVideoAverageBitRateKey`, in bits per second, above zero; nil leaves it to the encoder.
    public var averageBitRate: Int?
    /// `AVVideoProfileLevelKey`, such as `main` or `high`; nil leaves it to the encoder.
    public var profile: String?
    /// `AVVideoMaxKeyFrameIntervalKey`: the longest distance between sync samples in frames, above zero; nil leaves it
    /// to the encoder.
    public var maxKeyFrameInterval: Int?
    /// `AVVideoAllowFrameReorderingKey`: whether frames may be coded out of order; nil leaves it to the encoder.
    public var allowsFrameReordering: Bool?
    /// `AVVideoExpectedSourceFrameRateKey`: pictures per second that the source is expected to have.
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

/// A codec of pictures.
public struct VideoCodecType: RawRepresentable, Sendable, Hashable {
    public let rawValue: String
    /// The codec with this four-character name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// H.264, ISO/IEC 14496-10.
    public static let h264 = VideoCodecType(rawValue: "avc1")
    /// HEVC, ISO/IEC 23008-2.
    public static let hevc = VideoCodecType(rawValue: "hvc1")
    /// AV1.
    public static let av1 = VideoCodecType(rawValue: "av01")
}

/// How sound is encoded. What is nil is filled in from the source format hint, or refused where it has to be known.
public struct AudioOutputSettings: Sendable, Hashable {
    /// `AVFormatIDKey`; always required.
    public var formatID: AudioFormatID?
    /// `AVSampleRateKey`, in samples per second from 1 to 768000; a raw audio hint completes it.
    public var sampleRate: Int?
    /// `AVNumberOfChannelsKey`, from 1 to 64; a raw audio hint completes it.
    public var numberOfChannels: Int?
    /// `AVChannelLayoutKey`; required with more than two channels.
    public var channelLayout: ChannelLayout?
    /// `AVEncoderBitRateKey`, in bits per second, above zero; nil leaves it to the encoder.
    public var encoderBitRate: Int?
    /// `AVEncoderBitDepthHintKey`, in bits, for codings without loss; required for Apple Lossless.
    public var encoderBitDepthHint: Int?
    /// The `AVLinearPCM…Key` values; required for linear PCM.
    public var linearPCM: LinearPCM?

    /// The layout of linear PCM: `AVLinearPCMBitDepthKey`, `IsBigEndianKey`, `IsFloatKey` and `IsNonInterleaved`.
    public struct LinearPCM: Sendable, Hashable {
        /// 8, 16, 24 or 32 bits.
        public var bitDepth: Int
        public var isBigEndian: Bool
        public var isFloat: Bool
        public var isNonInterleaved: Bool

        /// A layout; interleaved integers in little-endian order unless said.
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

/// Which loudspeaker each channel is for in the file, whose coding decides about their order.
///
/// Frames have their channels in the order of WAVE files: L R C LFE Ls Rs, those that are there.
public struct ChannelLayout: Sendable, Hashable {
    /// Short names of the positions in the order of the channels, such as `L`, `R`, `C`, `LFE`, `Ls`, `Rs`.
    public var positions: [String]

    /// A layout by the names of its positions.
    public init(positions: [String]) { self.positions = positions }

    public static let mono = ChannelLayout(positions: ["C"])
    public static let stereo = ChannelLayout(positions: ["L", "R"])
    /// Five channels and a subwoofer, in MPEG-4's order.
    public static let surround51 = ChannelLayout(positions: ["C", "L", "R", "Ls", "Rs", "LFE"])
}
