/// The key of an attribute of a metadata item that only some formats have.
public struct AVMetadataExtraAttributeKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    /// The key with this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let valueURI = AVMetadataExtraAttributeKey(rawValue: "URI")
    public static let baseURI = AVMetadataExtraAttributeKey(rawValue: "baseURI")
    public static let info = AVMetadataExtraAttributeKey(rawValue: "info")
}
