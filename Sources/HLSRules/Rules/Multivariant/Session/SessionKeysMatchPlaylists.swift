import HLS

/// S31: session keys are keys of the media playlists.
package struct SessionKeysMatchPlaylists: PresentationRule {
    package static let facts = RuleFacts(
        "S31",
        "EXT-X-SESSION-KEY has the attributes of the EXT-X-KEY with the same URI, and a key that a media playlist uses",
        .must, clause: "RFC 8216bis 4.4.6.5", kinds: [.text],
        consequence: "players load a key that they do not need, and the one they need later")

    /// The formats whose URI identifies one key. In other formats it is initialization data, which may contain more.
    private static let identifyingFormats = [EncryptionKey.identity, "com.apple.streamingkeydelivery"]

    package init() {}

    package func validate(_ presentation: CheckedPresentation, _ findings: inout RuleFindings) {
        let session = presentation.multivariant.text.lines(.sessionKey)
        guard !session.isEmpty else { return }
        var (used, formats): ([String: ScannedAttributes], Set<String>) = ([:], [])
        for line in presentation.renditions.flatMap({ $0.playlist.text.lines(.key) }) {
            guard let attributes = line.attributes, let uri = attributes.text("URI") else { continue }
            formats.insert(Self.format(attributes))
            if used.count < 10_000 { used[uri] = attributes }
        }
        for line in session {
            // Relative references have other bases in media playlists.
            guard let attributes = line.attributes, let uri = attributes.text("URI"), uri.contains(":") else {
                continue
            }
            let place = presentation.multivariant.place(line)
            if let key = used[uri] {
                for (name, standard) in [
                    ("METHOD", "none"), ("KEYFORMAT", EncryptionKey.identity), ("KEYFORMATVERSIONS", "1"),
                ] {
                    let (expected, found) = (key.text(name) ?? standard, attributes.text(name) ?? standard)
                    guard found != expected else { continue }
                    findings.add(place, expected: "\(name)=\(expected) as in EXT-X-KEY", found: found)
                }
            } else if formats.contains(Self.format(attributes)),
                Self.identifyingFormats.contains(Self.format(attributes))
            {
                findings.add(place, expected: "the key of a media playlist", found: "'\(uri.prefix(80))'")
            }
        }
    }

    private static func format(_ attributes: ScannedAttributes) -> String {
        attributes.text("KEYFORMAT") ?? EncryptionKey.identity
    }
}
