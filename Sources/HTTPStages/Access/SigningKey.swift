import CGnuTLS

/// What addresses are signed with, so that those who have one may ask until a certain time.
struct SigningKey: Sendable, Hashable {
    private let bytes: [UInt8]

    /// A key shorter than this could be guessed.
    static let shortest = 16

    static func isLongEnough(_ key: String) -> Bool { key.utf8.count >= shortest }

    init(_ key: String) { bytes = Array(key.utf8) }

    /// The signature for a presentation's name until a time in seconds since 1970, in hexadecimal digits.
    ///
    /// It is HMAC-SHA256 (RFC 2104) of the text `EXPIRY/NAME/`.
    func signature(for name: String, until expiry: Int64) -> String {
        authenticationCode(of: "\(expiry)/\(name)/", key: bytes).hexadecimal
    }

    /// Whether a signature is the right one, found out in the same time for every wrong one.
    func verifies(_ signature: some StringProtocol, for name: String, until expiry: Int64) -> Bool {
        isSameSecret(String(signature), self.signature(for: name, until: expiry))
    }
}

/// Whether two texts are the same, found out in a time that only their lengths tell.
func isSameSecret(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    return given.count == wanted.count && gnutls_memcmp(given, wanted, given.count) == 0
}
