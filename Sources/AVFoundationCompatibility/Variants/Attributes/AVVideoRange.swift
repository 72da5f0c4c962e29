/// The dynamic range of video.
public struct AVVideoRange: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Standard dynamic range.
    public static let sdr = AVVideoRange(rawValue: "SDR")
    /// Hybrid log-gamma.
    public static let hlg = AVVideoRange(rawValue: "HLG")
    /// The perceptual quantizer of HDR10 and Dolby Vision.
    public static let pq = AVVideoRange(rawValue: "PQ")
}
