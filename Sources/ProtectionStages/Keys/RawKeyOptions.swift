package import ContentProtection
package import StageKit

/// A key in a pipeline file, for tests.
package struct RawKeyOptions: OptionMapping, Hashable {
    package var id = ""
    package var key = Secret()
    package var vector = ""
    package var labels: [KeyLabel] = []

    package init() {}
    package static var fields: [OptionField<RawKeyOptions>] {
        [
            .required("kid", \.id, "Key identifier: 32 hexadecimal digits or a UUID."),
            .option("key", \.key, "Key: 32 hexadecimal digits."),
            .option("iv", \.vector, "Initialization vector of cbcs, and of all whole segments: 32 hexadecimal digits."),
            .option("labels", \.labels, "Track classes that use the key. Without labels, all tracks use it."),
        ]
    }

    package var contradiction: (message: String, expected: String)? {
        if KeyIdentifier(id) == nil { return ("the KID is invalid", "kid: 32 hexadecimal digits or a UUID") }
        // The digits are not part of the message.
        if InitializationVector(hexadecimal: key.value) == nil {
            return ("the key of KID \(id) is missing or invalid", "key: 32 hexadecimal digits")
        }
        if !vector.isEmpty, InitializationVector(hexadecimal: vector) == nil {
            return ("the vector of KID \(id) is invalid", "iv: 32 hexadecimal digits")
        }
        return nil
    }

    func contentKey() throws(ProtectionError) -> ContentKey {
        guard let id = KeyIdentifier(id), var block = InitializationVector(hexadecimal: key.value)?.bytes else {
            throw .keyFile("a raw key requires 'kid' and 'key'")
        }
        defer { for index in block.indices { block[index] = 0 } }
        let vector = InitializationVector(hexadecimal: vector)
        do {
            return try block.withUnsafeBytes { try ContentKey(id: id, key: $0, vector: vector, labels: Set(labels)) }
        } catch let error as ProtectionError {
            throw error
        } catch {
            throw .noMemory
        }
    }
}
