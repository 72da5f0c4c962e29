/// The encryption of a segment, as playlists and manifests declare it. It contains no keys.
public struct SegmentProtection: Sendable, Hashable {
    /// The method of encryption.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        /// Whole segments, by AES-128 in CBC mode (RFC 8216bis 4.4.4.4).
        case aes128 = "aes-128"
        /// Samples, by AES-128 in CBC mode with a pattern (ISO/IEC 23001-7 10.4).
        case cbcs
        /// Samples, by AES-128 in counter mode (ISO/IEC 23001-7 10.1).
        case cenc
    }

    public var method: Method
    /// The index of the key period, from 0; all segments of a period use the same keys.
    public var period: Int
    /// The identifiers (KID) of the keys of the rendition's tracks, of 16 bytes each.
    public var keyIdentifiers: [[UInt8]]
    /// The explicit vector of 16 bytes; nil under `cbcs` and `cenc`, whose vectors are in the segments.
    public var vector: [UInt8]?
    /// The declarations of the keys to players, one for each key system.
    public var declarations: [KeyDeclaration]

    /// The encryption of a segment in a key period.
    public init(
        _ method: Method, period: Int = 0, keyIdentifiers: [[UInt8]] = [], vector: [UInt8]? = nil,
        declarations: [KeyDeclaration] = []
    ) {
        self.method = method
        self.period = period
        self.keyIdentifiers = keyIdentifiers
        self.vector = vector
        self.declarations = declarations
    }
}
