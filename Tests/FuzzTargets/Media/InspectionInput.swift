import ContentProtection
import ISOMedia
import Media

/// Encrypted files of movie fragments: their decryption, and the examination of a segment with its initialization segment.
enum InspectionInput {
    /// The first two bytes are the size of the initialization segment; a segment follows it.
    static func read(_ input: [UInt8]) {
        guard input.count > 2 else { return }
        let bytes = [UInt8](repeating: 7, count: 16)
        guard let cipher = bytes.withUnsafeBytes({ try? AES128(key: $0) }), let keyID = KeyIdentifier(bytes) else {
            return
        }
        let content = ByteSlice(copying: Array(input.dropFirst(2)))
        let size = min(Int(input[0]) << 8 | Int(input[1]), content.count)
        let (start, segment) = (content.slice(0..<size), content.slice(size..<content.count))
        decrypt(content, keyID, cipher)
        for keys in [[keyID: cipher], [:]] { inspect(start, segment, keys) }
    }

    /// Decrypts a file with one key for all identifiers.
    private static func decrypt(_ content: ByteSlice, _ keyID: KeyIdentifier, _ cipher: AES128) {
        _ = FileDecryption.recognizes(content) && FileDecryption.hasInitialization(content)
        guard let file = try? FileDecryption(content, keys: [keyID: cipher], fallback: cipher) else { return }
        var count = 0
        guard (try? file.decrypt({ count += $0.count })) != nil else { return }
        require(count == file.clearSize, "the clear file has the size that is computed before")
        var last = 0
        for offset in stride(from: 0, through: content.count, by: 97) {
            let clear = file.clearOffset(offset)
            require(clear >= last && clear <= count, "offsets increase")
            last = clear
        }
    }

    private static func inspect(_ start: ByteSlice, _ segment: ByteSlice, _ keys: [KeyIdentifier: AES128]) {
        guard var inspector = try? ProtectionInspector(start, keys: keys) else { return }
        for origin in [0, 1000] {
            let result = inspector.inspect(segment, origin: origin)
            require(result.faults.count <= 16 * EncryptionFault.Kind.allCases.count, "faults are limited")
            require(result.clear.map { $0.count == segment.count } ?? true, "decryption changes no size")
            require(result.missingKeys.isSubset(of: result.keyIDs), "missing keys are keys of samples")
        }
    }
}
