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
    /// One JPEG image per frame, ITU-T T.81; in movies.
    public static let jpeg = VideoCodecType(rawValue: "jpeg")
    /// Apple ProRes 422, SMPTE RDD 36; in QuickTime movies.
    public static let proRes422 = VideoCodecType(rawValue: "apcn")
    /// ProRes 422 with about 1.5 times the data rate; in QuickTime movies.
    public static let proRes422HQ = VideoCodecType(rawValue: "apch")
    /// ProRes 422 with about 0.7 times the data rate; in QuickTime movies.
    public static let proRes422LT = VideoCodecType(rawValue: "apcs")
    /// ProRes 422 with about 0.3 times the data rate; in QuickTime movies.
    public static let proRes422Proxy = VideoCodecType(rawValue: "apco")
    /// ProRes with full chroma resolution and an alpha channel; in QuickTime movies.
    public static let proRes4444 = VideoCodecType(rawValue: "ap4h")
    /// ProRes 4444 with about 1.5 times the data rate; in QuickTime movies.
    public static let proRes4444XQ = VideoCodecType(rawValue: "ap4x")
}
