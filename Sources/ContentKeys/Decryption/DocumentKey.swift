import COpenSSL
import ContentProtection

/// The symmetric key of a document, which encrypts its content keys, and the key that authenticates them.
struct DocumentKey {
    /// The algorithm of the authentication code.
    enum Authentication {
        case sha256, sha512

        /// The algorithm with a URI (RFC 6931 2.2.2). Returns nil for other algorithms.
        init?(_ uri: String?) {
            switch uri {
            case "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256"?: self = .sha256
            case "http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"?: self = .sha512
            default: return nil
            }
        }
    }

    private let key: SecretBytes
    private let authentication: (method: Authentication, key: SecretBytes)?

    /// Throws unless the key has 16 or 32 bytes.
    init(
        _ key: SecretBytes, authentication: (method: Authentication, key: SecretBytes)?
    ) throws(ProtectionError) {
        guard key.count == 16 || key.count == 32 else {
            throw .keyFile("a document key of \(key.count) bytes; AES requires 16 or 32")
        }
        (self.key, self.authentication) = (key, authentication)
    }

    /// Whether values require an authentication code.
    var isAuthenticated: Bool { authentication != nil }

    /// Whether the authentication code of a value is correct. The time does not depend on its bytes.
    func isAuthentic(_ cipher: [UInt8], _ code: [UInt8]) -> Bool {
        guard let authentication else { return true }
        var (result, size) = ([UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE)), UInt32(0))
        let function = authentication.method == .sha512 ? EVP_sha512() : EVP_sha256()
        let isComputed = authentication.key.withBytes { key in
            HMAC(function, key.baseAddress, Int32(key.count), cipher, cipher.count, &result, &size) != nil
        }
        guard isComputed else { return false }
        return Int(size) == code.count && CRYPTO_memcmp(result, code, code.count) == 0
    }

    /// Decrypts a value: 16 bytes of vector, then AES in CBC mode with the padding of XML Encryption 1.1 5.2.
    func decrypt(_ cipher: [UInt8]) throws(ProtectionError) -> SecretBytes? {
        guard cipher.count >= 32, cipher.count % 16 == 0 else { return nil }
        guard let memory = ProtectedMemory(count: cipher.count + 16), let context = EVP_CIPHER_CTX_new() else {
            throw .noMemory
        }
        defer { EVP_CIPHER_CTX_free(context) }
        var size: Int32 = 0
        // The padding's bytes before the last one are arbitrary, which OpenSSL's function rejects.
        let isDecrypted = key.withBytes { key in
            withExtendedLifetime(memory) {
                let secret = key.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let output = memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
                let method = key.count == 32 ? EVP_aes_256_cbc() : EVP_aes_128_cbc()
                return cipher.withUnsafeBufferPointer { cipher in
                    EVP_DecryptInit_ex(context, method, nil, secret, cipher.baseAddress) > 0
                        && EVP_CIPHER_CTX_set_padding(context, 0) > 0
                        && EVP_DecryptUpdate(
                            context, output, &size, cipher.baseAddress.map { $0 + 16 }, Int32(cipher.count - 16)) > 0
                }
            }
        }
        guard isDecrypted, size == cipher.count - 16 else { return nil }
        let padding = Int(memory.bytes[Int(size) - 1])
        guard (1...16).contains(padding) else { return nil }
        return SecretBytes(memory: memory, count: Int(size) - padding)
    }
}
