/// A piece of information about a movie or a track.
public struct MetadataItem: Sendable, Hashable {
    /// What the value says, as `keyspace/key`.
    public struct Identifier: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        /// The identifier with this text, such as `mdta/com.apple.quicktime.title` or `itsk/©nam`.
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let commonTitle = Identifier(rawValue: "common/title")
        public static let commonArtist = Identifier(rawValue: "common/artist")
        public static let commonAlbumName = Identifier(rawValue: "common/albumName")
        public static let commonDescription = Identifier(rawValue: "common/description")
        public static let commonCopyrights = Identifier(rawValue: "common/copyrights")
        public static let commonCreationDate = Identifier(rawValue: "common/creationDate")
        public static let commonSoftware = Identifier(rawValue: "common/software")
        public static let commonArtwork = Identifier(rawValue: "common/artwork")
    }

    /// What is said.
    public enum Value: Sendable, Hashable {
        case text(String)
        case number(Int64)
        case data([UInt8])
    }

    public var identifier: Identifier
    public var value: Value
    /// BCP 47 tag of a text's language; nil for none.
    public var extendedLanguageTag: String?

    /// An item.
    public init(identifier: Identifier, value: Value, extendedLanguageTag: String? = nil) {
        self.identifier = identifier
        self.value = value
        self.extendedLanguageTag = extendedLanguageTag
    }
}
