import ContentProtection
import Media

/// A key info file in the format of ffmpeg's option `hls_key_info_file`, whose lines are the URI for players, the path of
/// a file with the 16 bytes of the key, and optionally the initialization vector in hexadecimal digits.
enum KeyInfoFile {
    /// Reads the file and the key. The KID is derived from the URI.
    static func read(_ bytes: UnsafeRawBufferPointer) throws(ProtectionError) -> KeySet {
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard lines.count >= 2, !lines[0].isEmpty, !lines[1].isEmpty else {
            throw .keyFile("neither JSON nor a key info file, whose lines are a URI, the path of a key and a vector")
        }
        var vector: InitializationVector?
        if lines.count > 2, !lines[2].isEmpty {
            vector = InitializationVector(hexadecimal: String(lines[2]))
            guard vector != nil else { throw .keyFile("the vector in line 3 does not have 32 hexadecimal digits") }
        }
        guard lines[0].unicodeScalars.allSatisfy({ (0x21..<0x7f).contains($0.value) && $0 != "\"" }) else {
            throw .keyFile("line 1 is not a URI")
        }
        let secret = try SecretFile.read(String(lines[1]), limit: 64)
        guard secret.count == 16 else {
            throw .keyFile("'\(lines[1])' has \(secret.count) bytes; a key has 16")
        }
        let uri = String(lines[0])
        let id = KeyIdentifier(name: uri)
        var set = try KeySet([ContentKey(id: id, secret: secret, vector: vector)])
        set.declarations = [id: [KeyDeclaration(uri: uri)]]
        return set
    }
}
