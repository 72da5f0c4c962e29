import ContentProtection
import HTTPServer

extension CommandOption {
    /// Gives content keys on the command line.
    static let contentKey = CommandOption(
        "key", "k", .list("KID:HEX"), "Content key, 32 hexadecimal digits each; visible to other users of this machine")
    /// Gives content keys in files.
    static let contentKeyFile = CommandOption(
        "key-file", nil, .list("FILE"), "File of content keys (JSON), readable by its owner only; repeatable")
}

extension Arguments {
    /// Returns the keys of `--key` and `--key-file`.
    func contentKeys() throws(UsageError) -> [ContentKey] {
        var keys: [ContentKey] = []
        for value in values["key"] ?? [] { keys.append(try Self.contentKey(value)) }
        for path in values["key-file"] ?? [] {
            do { keys += try KeyFile.read(path: path).keys } catch { throw UsageError("\(error)") }
        }
        return keys
    }

    private static func contentKey(_ text: String) throws(UsageError) -> ContentKey {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        // Messages do not repeat the value, which contains a key.
        guard parts.count == 2, let id = KeyIdentifier(String(parts[0])) else {
            throw UsageError("--key requires KID:HEX; the KID has 32 hexadecimal digits or the form of a UUID")
        }
        guard let key = InitializationVector(hexadecimal: String(parts[1])) else {
            throw UsageError("--key requires 32 hexadecimal digits after the KID \(id)")
        }
        do {
            return try key.bytes.withUnsafeBytes { bytes throws(ProtectionError) in
                try ContentKey(id: id, key: bytes)
            }
        } catch {
            throw UsageError("\(error)")
        }
    }
}
