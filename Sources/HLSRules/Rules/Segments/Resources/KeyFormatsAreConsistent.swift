import HLS

/// S30: players of every key system can play all encrypted segments.
package struct KeyFormatsAreConsistent: PlaylistRule {
    package static let facts = RuleFacts(
        "S30", "All encrypted segments have the same key formats, and all keys of a segment the same METHOD",
        .shouldAppleMust,
        clause: "RFC 8216bis 4.4.4.4; Apple, Using content protection systems with HLS", kinds: [.text],
        consequence: "players of a key system stop at a segment without a key of their format")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines
        func text(_ attribute: String, of key: Int) -> String? { lines[key].attributes?.text(attribute) }
        var (expected, keys): ([String]?, [Int]) = (nil, [])
        for segment in playlist.text.segments where segment.keys != keys {
            keys = segment.keys
            guard let first = keys.first else { continue }
            let formats = keys.map { text("KEYFORMAT", of: $0) ?? EncryptionKey.identity }.sorted()
            let methods = Set(keys.compactMap { text("METHOD", of: $0) }).sorted()
            if methods.count > 1 {
                findings.add(
                    playlist.place(lines[first]), expected: "one METHOD for the keys of a segment",
                    found: methods.joined(separator: " and "))
            }
            if let expected, expected != formats {
                findings.add(
                    playlist.place(lines[first]),
                    expected: "the key formats of earlier segments: \(expected.joined(separator: ", "))",
                    found: formats.joined(separator: ", "))
            }
            expected = expected ?? formats
        }
    }
}
