import Media

/// The encryption that `sluice segment` applies.
struct SegmentEncryptionChoice {
    var method: SegmentProtection.Method
    /// The path of the file of keys.
    var keyFile: String
    /// The URI that players load the key from; nil without one.
    var keyURI: String?
    /// The names of key systems.
    var systems: [String] = []
}
