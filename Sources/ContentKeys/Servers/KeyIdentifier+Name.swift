import COpenSSL
package import ContentProtection

extension KeyIdentifier {
    /// The KID of a name: a UUID of version 5 in the namespace of URLs (RFC 9562 5.5).
    ///
    /// The same name has the same KID after a restart and on other machines.
    package init(name: String) {
        let namespace: [UInt8] = [
            0x6b, 0xa7, 0xb8, 0x11, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8,
        ]
        let input = namespace + Array(name.utf8)
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        guard EVP_Digest(input, input.count, &digest, nil, EVP_sha1(), nil) > 0 else {
            preconditionFailure("OpenSSL has SHA-1")
        }
        digest[6] = digest[6] & 0x0f | 0x50
        digest[8] = digest[8] & 0x3f | 0x80
        guard let id = KeyIdentifier(digest.prefix(16)) else { preconditionFailure("an identifier has 16 bytes") }
        self = id
    }
}
