import AssetWriting
import ISOMedia
import Media

extension CommonMetadataKey {
    /// The key's name in AVFoundation's namespace of common keys.
    var commonName: String {
        switch self {
        case .albumName: "albumName"
        case .creationDate: "creationDate"
        case .copyright: "copyrights"
        case .location: "location"
        case .genre: "type"
        default: rawValue
        }
    }

    /// The key with a name in AVFoundation's namespace of common keys; nil for other names.
    init?(commonName: String) {
        guard let key = Self.allCases.first(where: { $0.commonName == commonName }) else { return nil }
        self = key
    }

    /// The key of an item as a file stores it; nil for keys that only one format has.
    init?(_ key: StoredMetadata.Key) {
        let found =
            switch key {
            case .iTunes(let code): Self.allCases.first { $0.iTunesCode == code }
            case .quickTime(let name): Self.allCases.first { $0.quickTimeName == name }
            case .userData(let code):
                Self.allCases.first { $0.iTunesCode == code } ?? Self.userDataKeys[code]
            }
        guard let found else { return nil }
        self = found
    }

    /// The codes of user data that differ from the codes of iTunes lists.
    private static let userDataKeys: [FourCC: CommonMetadataKey] = [
        FourCC(copyright: "cpy"): .copyright, FourCC(copyright: "des"): .description,
        FourCC(copyright: "key"): .keywords, FourCC(copyright: "swr"): .software,
    ]
}
