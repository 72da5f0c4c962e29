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

/// Keys that both kinds of metadata support; raw values are the last components of QuickTime names.
public enum CommonMetadataKey: String, Sendable, Hashable, CaseIterable {
    case title
    case artist
    case albumName = "album"
    case author
    case comment
    case copyright
    case creationDate = "creationdate"
    case creator
    case description
    case genre
    case information
    case keywords
    case make
    case model
    case publisher
    case software
    case artwork
    case location = "location.ISO6709"

    /// The reverse domain name.
    public var quickTimeName: String { "com.apple.quicktime." + rawValue }

    /// The code in an iTunes list; nil for keys without an iTunes code, which are stored with their names.
    public var iTunesCode: FourCC? {
        switch self {
        case .title: FourCC(copyright: "nam")
        case .artist: FourCC(copyright: "ART")
        case .albumName: FourCC(copyright: "alb")
        case .author: FourCC(copyright: "aut")
        case .comment: FourCC(copyright: "cmt")
        case .copyright: "cprt"
        case .creationDate: FourCC(copyright: "day")
        case .description: "desc"
        case .genre: FourCC(copyright: "gen")
        case .information: FourCC(copyright: "inf")
        case .keywords: "keyw"
        case .make: FourCC(copyright: "mak")
        case .model: FourCC(copyright: "mod")
        case .publisher: FourCC(copyright: "pub")
        case .software: FourCC(copyright: "too")
        case .artwork: "covr"
        case .location: FourCC(copyright: "xyz")
        case .creator: nil
        }
    }
}

extension CommonMetadataKey {
    /// The code in the older user data of QuickTime, which more readers support than names; nil if there is none.
    var userDataCode: FourCC? {
        switch self {
        case .copyright: FourCC(copyright: "cpy")
        case .description: FourCC(copyright: "des")
        case .keywords: FourCC(copyright: "key")
        case .software: FourCC(copyright: "swr")
        case .artwork, .creator: nil
        default: iTunesCode
        }
    }
}

extension FourCC {
    /// A code that starts with the copyright sign of the Macintosh, 0xa9.
    package init(copyright letters: StaticString) {
        precondition(letters.utf8CodeUnitCount == 3, "three letters follow the copyright sign")
        let code = (0..<3).reduce(0xa9 as UInt32) { $0 << 8 | UInt32(letters.utf8Start[$1]) }
        self.init(rawValue: code)
    }
}
