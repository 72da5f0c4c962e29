import Digests
import Media

/// The secret key that signs URLs with an expiry time.
package struct SigningKey: Sendable, Hashable {
    private let bytes: [UInt8]

    /// The minimum length of a key in bytes; a shorter key could be guessed.
    package static let minimumLength = 16

    package static func isLongEnough(_ key: String) -> Bool { key.utf8.count >= minimumLength }

    package init(_ key: String) { bytes = Array(key.utf8) }

    /// Returns the signature for a presentation's name, in hexadecimal digits: HMAC-SHA256 (RFC 2104) of the text
    /// `EXPIRY/NAME/`.
    ///
    /// - Parameter expiry: The expiry time, in seconds since 1970.
    package func signature(for name: String, until expiry: Int64) -> String {
        HMAC.sha256(of: "\(expiry)/\(name)/", key: bytes).hexadecimal()
    }

    /// Returns whether a signature is valid. Compares in constant time, so that response times reveal nothing.
    func verifies(_ signature: some StringProtocol, for name: String, until expiry: Int64) -> Bool {
        constantTimeEquals(String(signature), self.signature(for: name, until: expiry))
    }
}
