import COpenSSL
import ContentProtection
import Glibc

/// The private RSA key that decrypts the keys of a document.
///
/// OpenSSL has the key only during a decryption, and overwrites it afterwards.
final class RecipientKey {
    private static let maximumSize = 16 << 10
    private let key: OpaquePointer

    /// Reads a PEM file without passphrase, which other users must not be able to read.
    init(path: String) throws(ProtectionError) {
        let text = try SecretFile.read(path, limit: Self.maximumSize)
        let read: OpaquePointer? = try text.withBytes { bytes throws(ProtectionError) in
            guard let reader = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { throw .noMemory }
            defer { BIO_free(reader) }
            // Without this function, OpenSSL asks for a passphrase on the terminal.
            return PEM_read_bio_PrivateKey(reader, nil, { _, _, _, _ in -1 }, nil)
        }
        guard let key = read else {
            ERR_clear_error()
            throw .keyFile("'\(path)' has no private key in PEM format without passphrase")
        }
        guard EVP_PKEY_get_base_id(key) == EVP_PKEY_RSA else {
            EVP_PKEY_free(key)
            throw .keyFile("the private key in '\(path)' is not an RSA key")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// Decrypts a value by RSA-OAEP. Returns nil if it was not encrypted for the key.
    func decrypt(_ cipher: [UInt8], _ transport: KeyTransport) throws(ProtectionError) -> SecretBytes? {
        defer { ERR_clear_error() }
        guard let context = EVP_PKEY_CTX_new(key, nil) else { throw .noMemory }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_decrypt_init(context) > 0,
            EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_OAEP_PADDING) > 0,
            EVP_PKEY_CTX_set_rsa_oaep_md(context, transport.digest.function) > 0,
            EVP_PKEY_CTX_set_rsa_mgf1_md(context, transport.maskDigest.function) > 0
        else { throw .keyFile("OpenSSL does not support RSA-OAEP") }
        var size = Int(EVP_PKEY_get_size(key))
        guard let memory = ProtectedMemory(count: max(1, size)) else { throw .noMemory }
        let isDecrypted = withExtendedLifetime(memory) {
            let output = memory.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return EVP_PKEY_decrypt(context, output, &size, cipher, cipher.count) > 0
        }
        guard isDecrypted else { return nil }
        return SecretBytes(memory: memory, count: size)
    }
}
