import CGnuTLS
package import Media

/// SHA-256 digests (FIPS 180-4).
package struct SHA256Digest {
    /// The digest of zero bytes, in hexadecimal digits.
    package static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    /// Returns the digest of the concatenated slices, in hexadecimal digits.
    package static func text(of slices: [ByteSlice]) -> String {
        var state: gnutls_hash_hd_t?
        guard gnutls_hash_init(&state, GNUTLS_DIG_SHA256) == 0, let state else { preconditionFailure("no SHA-256") }
        for slice in slices { slice.withUnsafeBytes { _ = gnutls_hash(state, $0.baseAddress, $0.count) } }
        var digest = [UInt8](repeating: 0, count: 32)
        gnutls_hash_deinit(state, &digest)
        return digest.hexadecimal
    }

    package static func text(of text: String) -> String { self.text(of: [ByteSlice(copying: Array(text.utf8))]) }
}

/// Returns the HMAC-SHA256 (RFC 2104) of a text.
package func hmacSHA256(of text: String, key: [UInt8]) -> [UInt8] { hmacSHA256(of: Array(text.utf8), key: key) }

/// Returns the HMAC-SHA256 (RFC 2104) of a message.
package func hmacSHA256(of bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    let result = gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key.count, bytes, bytes.count, &code)
    // HMAC fails only if the library itself is broken; continuing could then accept forged signatures.
    precondition(result == 0, "GnuTLS has no HMAC with SHA-256")
    return code
}

extension [UInt8] {
    /// The bytes in lower-case hexadecimal, two digits each.
    package var hexadecimal: String {
        let digits = Array<UInt8>("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
