import CNettle

/// Message authentication codes with SHA-256 (RFC 2104).
package enum HMAC {
    /// Returns the code of a message, 32 bytes.
    package static func sha256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
        var state = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&state, key.count, key)
        nettle_hmac_sha256_update(&state, bytes.count, bytes)
        var code = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_hmac_sha256_digest(&state, code.count, &code)
        return code
    }

    package static func sha256(of text: String, key: [UInt8]) -> [UInt8] { sha256(of: Array(text.utf8), key: key) }
}

/// Returns whether two texts are equal. The duration depends only on their lengths, not on their contents.
package func constantTimeEquals(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    return given.count == wanted.count && nettle_memeql_sec(given, wanted, given.count) != 0
}
