/// The dynamic range of pictures: what VIDEO-RANGE says (RFC 8216bis 4.4.6.2).
public struct VideoRange: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// A range by the word that playlists use; words that are not known here are kept.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard dynamic range.
    public static let sdr = VideoRange(rawValue: "SDR")
    /// Hybrid log-gamma.
    public static let hlg = VideoRange(rawValue: "HLG")
    /// The perceptual quantizer (SMPTE ST 2084), with or without dynamic metadata.
    public static let pq = VideoRange(rawValue: "PQ")

    public var description: String { rawValue }
}
