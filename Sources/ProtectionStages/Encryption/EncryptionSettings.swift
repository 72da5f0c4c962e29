import ContentProtection
import Media

/// The settings that all renditions of a presentation share.
struct EncryptionSettings: Sendable {
    var method: SegmentProtection.Method
    var signalling: KeySignalling

    /// The scheme of sample encryption; nil for whole segments.
    var scheme: ProtectionScheme? {
        switch method {
        case .aes128: nil
        case .cbcs: .cbcs
        case .cenc: .cenc
        }
    }
}
