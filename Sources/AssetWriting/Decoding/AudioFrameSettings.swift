/// The format of decoded audio frames, interleaved linear PCM; the decoder chooses nil values.
public struct AudioFrameSettings: Sendable, Hashable {
    /// `AVSampleRateKey`, in Hz from 1 to 768000.
    public var sampleRate: Int?
    /// `AVNumberOfChannelsKey`, from 1 to 64.
    public var numberOfChannels: Int?
    /// `AVLinearPCMIsFloatKey`: true for 32-bit floating point, false for 16-bit integers.
    public var isFloat: Bool?

    /// Settings with these keys; the others are nil.
    public init(sampleRate: Int? = nil, numberOfChannels: Int? = nil, isFloat: Bool? = nil) {
        self.sampleRate = sampleRate
        self.numberOfChannels = numberOfChannels
        self.isFloat = isFloat
    }
}
