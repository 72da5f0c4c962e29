/// A file of keys, whose text is kept in protected memory while it is read.
package enum KeyFile {
    /// The maximum size of a file in bytes.
    package static let maximumSize = 1 << 16

    /// Reads the keys of a document.
    package static func read(document: UnsafeRawBufferPointer) throws(ProtectionError) -> KeySet {
        var reader = KeyFileReader(document)
        return try KeySet(reader.keys())
    }

    /// Reads a file. Throws if other users can read it, and for a document with unknown names or invalid values.
    package static func read(path: String) throws(ProtectionError) -> KeySet {
        let file = try SecretFile.read(
            path, limit: maximumSize, remedy: "create one: sluice keys new --output \(path)")
        do throws(ProtectionError) {
            return try file.withBytes { bytes throws(ProtectionError) in try read(document: bytes) }
        } catch {
            guard case .keyFile(let reason) = error else { throw error }
            throw .keyFile("cannot read keys from '\(path)': \(reason)")
        }
    }
}
