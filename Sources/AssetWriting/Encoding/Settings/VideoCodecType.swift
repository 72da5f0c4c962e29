import Media

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
