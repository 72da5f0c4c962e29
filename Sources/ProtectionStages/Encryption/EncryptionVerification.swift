import ContentProtection
import Media

/// The verification of an encrypted segment by its decryption with the keys that players receive.
enum EncryptionVerification: Sendable {
    case samples(initialization: [UInt8], KeySet)
    case whole(SegmentCipher, InitializationVector)

    /// Throws if the segment does not have the clear bytes after decryption, or if it has them before.
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
        guard encrypted.suffix(clear) != clear else {
            throw .verification("no byte of the segment is encrypted; please report this")
        }
    }
}

extension ByteRope {
    /// The bytes at the end, as many as another rope has.
    fileprivate func suffix(_ other: ByteRope) -> ByteRope {
        var result = ByteRope()
        var skipped = count - other.count
        guard skipped >= 0 else { return self }
        for slice in slices {
            let dropped = Swift.min(skipped, slice.count)
            skipped -= dropped
            result.append(slice.slice(dropped..<slice.count))
        }
        return result
    }
}
