extension [ContentKey] {
    /// The ciphers by identifier, for decryption. Of several keys with one identifier, the first one applies.
    package func ciphers() throws(ProtectionError) -> [KeyIdentifier: AES128] {
        var ciphers: [KeyIdentifier: AES128] = [:]
        for key in self where ciphers[key.id] == nil { ciphers[key.id] = try key.cipher() }
        return ciphers
    }
}
