/// The format of decoded audio frames, interleaved linear PCM; the decoder chooses nil values.
public struct AudioFrameSettings: Sendable, Hashable {
    /// `AVSampleRateKey`, in Hz from 1 to 768000.
    public var sampleRate: Int?
    /// `AVNumberOfChannelsKey`, from 1 to 64.
    public var numberOfChannels: Int?
    /// `AVLinearPCMIsFloatKey`: true for floating point, false for integers.
    public var isFloat: Bool?
    /// `AVLinearPCMBitDepthKey`: 16, 24 or 32 for integers, 32 or 64 for floating point; by default 16 and 32.
    public var bitDepth: Int?

    /// Settings with these keys; the others are nil.
    public init(
        sampleRate: Int? = nil, numberOfChannels: Int? = nil, isFloat: Bool? = nil, bitDepth: Int? = nil
    ) {
        self.sampleRate = sampleRate
        self.numberOfChannels = numberOfChannels
        self.isFloat = isFloat
        self.bitDepth = bitDepth
    }

    /// The sample format by its GStreamer name; nil if the decoder chooses it.
    package var sampleFormat: String? {
        guard isFloat != nil || bitDepth != nil else { return nil }
        let isFloat = isFloat ?? (bitDepth == 64)
        return "\(isFloat ? "F" : "S")\(bitDepth ?? (isFloat ? 32 : 16))LE"
    }

    /// The bit depths that are possible for the kind of samples.
    var possibleBitDepths: [Int] {
        guard let isFloat else { return [16, 24, 32, 64] }
        return isFloat ? [32, 64] : [16, 24, 32]
    }
}
