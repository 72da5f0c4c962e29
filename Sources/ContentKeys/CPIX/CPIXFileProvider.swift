package import ContentProtection
package import Media

/// Keys of CPIX documents in files.
package struct CPIXFileProvider: KeyProvider {
    /// The path; `{period}` in it is replaced by the index of the key period.
    private let path: String
    /// The path of the private key that decrypts the keys; nil for keys in the clear.
    private let recipient: String?
    private let method: SegmentProtection.Method
    /// Whether key periods must have different keys.
    private let rotates: Bool

    package init(path: String, recipient: String?, method: SegmentProtection.Method, rotates: Bool = false) {
        (self.path, self.recipient, self.method, self.rotates) = (path, recipient, method, rotates)
    }

    /// False, since a document may have several periods: the keys of a period that it does not have are an error.
    package var isConstant: Bool { false }

    package func keys(ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        let path = path.replacing("{period}", with: "\(period)")
        let file = try SecretFile.read(path, limit: XMLDocument.maximumSize)
        do throws(ProtectionError) {
            return try file.withBytes { bytes throws(ProtectionError) in try keys(in: bytes, ofPeriod: period) }
        } catch {
            guard case .keyFile(let reason) = error else { throw error }
            throw .keyFile("cannot read keys from '\(path)': \(reason)")
        }
    }

    /// Returns the keys of a document.
    package func keys(in document: UnsafeRawBufferPointer, ofPeriod period: Int) throws(ProtectionError) -> KeySet {
        let key: RecipientKey? = if let recipient { try RecipientKey(path: recipient) } else { nil }
        var reader = try CPIXReader(document, recipient: key)
        let content = try reader.read()
        guard !rotates || path.contains("{period}") || !content.isConstant else {
            throw .keyFile(
                "the document has the same keys in all key periods, so they cannot be rotated; add {period} to the path, add "
                    + "a KeyPeriodFilter to the usage rules, or remove rotation")
        }
        return try content.keySet(ofPeriod: period, method)
    }
}
