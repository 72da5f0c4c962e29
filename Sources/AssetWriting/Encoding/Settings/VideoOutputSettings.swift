import Media

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
