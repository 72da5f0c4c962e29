public import Media

/// One metadata item of a movie or a track.
public struct MetadataItem: Sendable, Hashable {
    /// The identifier of an item.
    public enum Key: Sendable, Hashable {
        /// A key that both file types support: an iTunes code in MP4, a reverse domain name in QuickTime movies.
        case common(CommonMetadataKey)
        /// A reverse domain name of QuickTime metadata, such as `com.apple.quicktime.make`.
        case quickTime(String)
        /// An iTunes metadata code, such as `©nam`.
        case iTunes(FourCC)
    }

    /// The value of an item.
    public enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int64)
        case jpeg([UInt8])
        case png([UInt8])
        case data([UInt8])
    }

    public var key: Key
    public var value: Value
    /// The BCP 47 tag of a text; nil for all languages.
    public var language: String?

    /// An item of metadata.
    public init(_ key: Key, _ value: Value, language: String? = nil) {
        self.key = key
        self.value = value
        self.language = language
    }

    /// A text with a common key.
    public init(_ key: CommonMetadataKey, _ text: String) { self.init(.common(key), .text(text)) }
}

extension FourCC {
    /// A code that starts with the copyright sign of the Macintosh, 0xa9.
    package init(copyright letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 3, "three letters follow the copyright sign")
        let code = (0..<3).reduce(0xa9 as UInt32) { $0 << 8 | UInt32(letters.utf8Start[$1]) }
        self.init(rawValue: code)
    }
}
