import ContentProtection
import Media

/// The settings that all renditions of a presentation share.
struct EncryptionSettings: Sendable {
    var method: SegmentProtection.Method
    var signalling: KeySignalling
    /// Whether each fragment describes its key, in addition to the initialization segment.
    var describesFragments = false

    /// The scheme of sample encryption; nil for whole segments.
    var scheme: ProtectionScheme? {
        switch method {
        case .aes128: nil
        case .cbcs: .cbcs
        case .cenc: .cenc
        }
    }
}
