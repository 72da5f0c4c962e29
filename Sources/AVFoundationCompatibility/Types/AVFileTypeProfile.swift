/// The profile of a file type for segment output.
public struct AVFileTypeProfile: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The profile with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Fragmented MP4 for Apple HLS.
    public static let mpeg4AppleHLS = AVFileTypeProfile(rawValue: "MPEG4AppleHLS")
    /// Fragmented MP4 that conforms to CMAF.
    public static let mpeg4CMAFCompliant = AVFileTypeProfile(rawValue: "MPEG4CMAFCompliant")
}
