import ContentProtection
import StageKit

/// A DRM system whose data SPEKE servers supply.
package enum CPIXSystemOption: String, OptionValue, Hashable, CaseIterable {
    case widevine
    case playReady = "playready"
    case fairPlay = "fairplay"
    case common

    var system: ProtectionSystem {
        switch self {
        case .widevine: .widevine
        case .playReady: .playReady
        case .fairPlay: .fairPlay
        case .common: .common
        }
    }
}
