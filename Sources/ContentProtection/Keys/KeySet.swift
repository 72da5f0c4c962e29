package import Media

/// Content keys of one key period.
package struct KeySet: Sendable {
    package let keys: [ContentKey]
    /// The declarations that the source of the keys supplies, by key; they take precedence over generated ones.
    package var declarations: [KeyIdentifier: [KeyDeclaration]] = [:]

    /// Throws if there is no key, if an identifier occurs twice, or if two keys have the same label.
    package init(_ keys: [ContentKey]) throws(ProtectionError) {
        guard !keys.isEmpty else { throw .keyFile("there is no key") }
        guard Set(keys.map(\.id)).count == keys.count else { throw .keyFile("two keys have the same 'kid'") }
        for (index, key) in keys.enumerated() {
            for other in keys[..<index] {
                let overlaps = key.conditions.flatMap { left in other.conditions.compactMap { left.overlap($0) } }
                if let label = overlaps.first {
                    throw .keyFile("two keys are for '\(label.rawValue)'; give each key its own 'labels'")
                }
            }
        }
        self.keys = keys
    }

    /// The key of a track by its format; nil if no key has its label.
    package func key(for format: MediaFormat) -> ContentKey? {
        keys.first { key in key.conditions.contains { $0.matches(format) } }
    }

    /// The ciphers by identifier, for decryption.
    package func ciphers() throws(ProtectionError) -> [KeyIdentifier: AES128] {
        var ciphers: [KeyIdentifier: AES128] = [:]
        for key in keys { ciphers[key.id] = try key.cipher() }
        return ciphers
    }
}
