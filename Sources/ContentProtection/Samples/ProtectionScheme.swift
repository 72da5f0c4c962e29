package import Media

/// A protection scheme of Common Encryption (ISO/IEC 23001-7 10).
package enum ProtectionScheme: String, Sendable, Hashable, CaseIterable {
    /// AES-CTR with a vector for each sample.
    case cenc
    /// AES-CBC with a pattern and a constant vector.
    case cbcs

    /// The code of `schm`.
    package var code: FourCC { self == .cenc ? "cenc" : "cbcs" }

    /// The scheme of a code; nil for others.
    package init?(code: FourCC) { self.init(rawValue: "\(code)") }
}
