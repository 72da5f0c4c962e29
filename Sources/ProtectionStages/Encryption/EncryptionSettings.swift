import ContentProtection
import Media

/// The settings that all renditions of a presentation share.
struct EncryptionSettings: Sendable {
    var method: SegmentProtection.Method
    var signalling: KeySignalling
    /// Whether each fragment describes its key, in addition to the initialization segment; nil for the default.
    var describesFragments: Bool?
    /// Whether the keys change.
    var rotates = false

    /// Whether the fragments of a rendition describe their key.
    func describesFragments(of rendition: Rendition) -> Bool {
        describesFragments ?? (rotates && rendition.partTarget != nil)
    }

    /// The scheme of sample encryption; nil for whole segments.
    var scheme: ProtectionScheme? {
        switch method {
        case .aes128: nil
        case .cbcs: .cbcs
        case .cenc: .cenc
        }
    }
}
