/// The dynamic range of video: the value of VIDEO-RANGE (RFC 8216bis 4.4.6.2).
public struct VideoRange: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// Creates a range with the keyword used in playlists; unknown keywords are kept.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard dynamic range.
    public static let sdr = VideoRange(rawValue: "SDR")
    /// Hybrid log-gamma.
    public static let hlg = VideoRange(rawValue: "HLG")
    /// The perceptual quantizer (SMPTE ST 2084), with or without dynamic metadata.
    public static let pq = VideoRange(rawValue: "PQ")

    public var description: String { rawValue }
}
