/// Coded audio: codec, sample rate and channels.
public struct CodedAudioFormat: Sendable, Hashable, Codable {
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
