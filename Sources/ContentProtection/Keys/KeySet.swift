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
        var labels: Set<KeyLabel> = []
        for key in keys {
            let claimed = key.labels.isEmpty ? Set(KeyLabel.allCases) : key.labels
            if let label = claimed.intersection(labels).map(\.rawValue).min() {
                throw .keyFile("two keys are for '\(label)'; give each key its own 'labels'")
            }
            labels.formUnion(claimed)
        }
        self.keys = keys
    }

    /// The key of a track by its format; nil if no key has its label.
    package func key(for format: MediaFormat) -> ContentKey? {
        let label: KeyLabel? =
            switch format {
            case .codedVideo(let video): KeyLabel(pixels: video.size.width * video.size.height)
            case .codedAudio: .audio
            case .rawVideo, .rawAudio, .timedText, .codedData: nil
            }
        return label.flatMap { label in keys.first { $0.labels.isEmpty || $0.labels.contains(label) } }
    }

    /// The ciphers by identifier, for decryption.
    package func ciphers() throws(ProtectionError) -> [KeyIdentifier: AES128] {
        var ciphers: [KeyIdentifier: AES128] = [:]
        for key in keys { ciphers[key.id] = try key.cipher() }
        return ciphers
    }
}
