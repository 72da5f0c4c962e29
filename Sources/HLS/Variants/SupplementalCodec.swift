/// A codec that a player may use instead of one in CODECS, such as `dvh1.08.07/db4h` (RFC 8216bis 4.4.6.2).
package struct SupplementalCodec: Sendable, Hashable, CustomStringConvertible {
    /// The RFC 6381 name.
    package var codec: String
    /// Compatibility brands that must also be supported.
    package var brands: [String]

    package init(codec: String, brands: [String] = []) {
        self.codec = codec
        self.brands = brands
    }

    package var description: String { ([codec] + brands).joined(separator: "/") }

    /// Parses one list element.
    init(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        self.init(codec: parts.first ?? "", brands: Array(parts.dropFirst()))
    }
}
