public import Media

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
