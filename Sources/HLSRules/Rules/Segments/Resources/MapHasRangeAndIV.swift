import HLS

/// R22: the initialization section can be located and decrypted.
package struct MapHasRangeAndIV: PlaylistRule {
    package static let facts = RuleFacts(
        "R22", "A BYTERANGE of EXT-X-MAP has an offset, and the key of an AES-128 encrypted EXT-X-MAP has an IV",
        .must, clause: "RFC 8216bis 4.4.4.5", kinds: [.text],
        consequence: "players cannot load or decrypt the initialization section")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var keys: [String: ScannedAttributes] = [:]
        for line in playlist.text.lines {
            guard let attributes = line.attributes else { continue }
            if line.tag == .key {
                let format = attributes.text("KEYFORMAT") ?? EncryptionKey.identity
                if attributes.text("METHOD") == "NONE" { keys = [:] } else { keys[format] = attributes }
            }
            guard line.tag == .map else { continue }
            if let range = attributes.text("BYTERANGE"), PlaylistValue.byteRange(range)?.offset == nil {
                findings.add(
                    playlist.place(line), expected: "BYTERANGE=\"length@offset\"", found: "'\(range.prefix(60))'")
            }
            if keys.values.contains(where: { $0.text("METHOD") == "AES-128" && !$0.has("IV") }) {
                findings.add(playlist.place(line), expected: "IV in the EXT-X-KEY in force", found: "none")
            }
        }
    }
}
