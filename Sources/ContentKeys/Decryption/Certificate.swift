import ContentProtection

/// Reads X.509 certificates.
enum Certificate {
    /// Returns the base64 text of the first certificate in a PEM file (RFC 7468), without white space.
    static func base64(path: String) throws(ProtectionError) -> String {
        let file = try SecretFile.read(path, limit: 64 << 10, isPrivate: false)
        let text = file.withBytes { String(decoding: $0, as: UTF8.self) }
        guard let begin = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
            let end = text[begin.upperBound...].firstRange(of: "-----END CERTIFICATE-----")
        else { throw .keyFile("'\(path)' has no certificate in PEM format") }
        let base64 = String(text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace })
        let isValid = Array(base64.utf8).withUnsafeBytes { SecretBase64.decode($0) != nil }
        guard isValid, !base64.isEmpty else { throw .keyFile("'\(path)' has an invalid certificate") }
        return base64
    }
}
