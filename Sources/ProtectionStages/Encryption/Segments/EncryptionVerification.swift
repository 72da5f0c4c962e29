import ContentProtection
import Media

/// The verification of an encrypted segment by its decryption with the keys that players receive. Clear bytes in a protected
/// range would not have their values after it.
enum EncryptionVerification: Sendable {
    case samples(initialization: [UInt8], KeySet)
    case whole(SegmentCipher, InitializationVector)

    /// Throws if the segment does not have the clear bytes after decryption.
    func verify(_ encrypted: ByteRope, clear: ByteRope) throws(ProtectionError) {
        let decrypted: ByteRope
        switch self {
        case .samples(let initialization, let keys):
            let decryptor = try FragmentDecryptor(ByteSlice(copying: initialization), keys: try keys.ciphers())
            decrypted = try decryptor.decrypt(encrypted)
        case .whole(let cipher, let vector):
            decrypted = ByteRope(try cipher.decrypt(encrypted, vector))
        }
        guard decrypted == clear else {
            throw .verification("the encrypted segment cannot be decrypted again; please report this")
        }
    }
}
