public import Media

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
        /// The number of bits per sample: 16, 24 or 32 for integers, 32 or 64 for floating-point numbers.
        public var bitDepth: Int
        public var isBigEndian: Bool
        public var isFloat: Bool
        /// Whether all samples of one channel precede the samples of the next channel; movies cannot contain this
        /// layout.
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
