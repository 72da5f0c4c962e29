package import ContentProtection

/// Keys of a file, or of one file for each key period.
package struct FileKeyProvider: KeyProvider {
    /// The path; `{period}` in it is replaced by the index of the key period.
    package let path: String

    package init(path: String) { self.path = path }

    /// Whether all periods have the same keys.
    package var isConstant: Bool { !path.contains("{period}") }

    package func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        let pattern = path
        let path = path.replacing("{period}", with: "\(period)")
        // A file is never replaced, so that all files are created only before the first period.
        let words = period == 0 && !isConstant ? "--periods 24 --output '\(pattern)'" : "--output \(path)"
        let file = try SecretFile.read(
            path, limit: KeyFile.maximumSize, remedy: "create it: sluice keys new \(words)")
        do throws(ProtectionError) {
            return try file.withBytes { bytes throws(ProtectionError) in
                let isDocument = bytes.first { $0 > 0x20 } == UInt8(ascii: "{")
                return isDocument ? try KeyFile.read(document: bytes) : try KeyInfoFile.read(bytes)
            }
        } catch {
            guard case .keyFile(let reason) = error else { throw error }
            throw .keyFile("cannot read keys from '\(path)': \(reason)")
        }
    }
}
