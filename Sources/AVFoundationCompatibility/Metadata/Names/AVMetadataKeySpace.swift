/// The namespace of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The namespace with this identifier.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The keys that all formats have.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// Four-character codes of iTunes lists.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
    /// Names of QuickTime metadata.
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
    /// Four-character codes of QuickTime user data.
    public static let quickTimeUserData = AVMetadataKeySpace(rawValue: "udta")
    public static let isoUserData = AVMetadataKeySpace(rawValue: "uiso")
    public static let id3 = AVMetadataKeySpace(rawValue: "org.id3")

    /// The prefix of identifiers.
    var identifierPrefix: String { self == .common ? "common" : rawValue }

    /// The namespace with a prefix of identifiers.
    init(identifierPrefix prefix: String) {
        self = prefix == "common" ? .common : AVMetadataKeySpace(rawValue: prefix)
    }
}
