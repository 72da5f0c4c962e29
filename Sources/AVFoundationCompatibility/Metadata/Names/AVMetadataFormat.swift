/// The format of metadata in a file.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The format with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A list of entries with four-character codes.
    public static let iTunesMetadata = AVMetadataFormat(rawValue: "com.apple.itunes")
    /// Items with names.
    public static let quickTimeMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.mdta")
    /// Texts with four-character codes.
    public static let quickTimeUserData = AVMetadataFormat(rawValue: "com.apple.quicktime.udta")
    public static let isoUserData = AVMetadataFormat(rawValue: "org.mp4ra")
    public static let id3Metadata = AVMetadataFormat(rawValue: "org.id3")
    public static let hlsMetadata = AVMetadataFormat(rawValue: "com.apple.quicktime.HLS")
}
