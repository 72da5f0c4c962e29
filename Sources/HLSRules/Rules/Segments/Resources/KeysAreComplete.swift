import HLS

/// R28: keys have the attributes that their method requires, and no others.
package struct KeysAreComplete: PlaylistRule {
    package static let facts = RuleFacts(
        "R28", "EXT-X-KEY has a URI unless METHOD is NONE, and IV is a 128-bit value if the method uses it", .must,
        clause: "RFC 8216bis 4.4.4.4", kinds: [.text], consequence: "players cannot decrypt the segments")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines where line.tag == .key || line.tag == .sessionKey {
            guard let attributes = line.attributes, let method = attributes.text("METHOD") else { continue }
            let place = playlist.place(line)
            if method == "NONE" {
                // R98 reports METHOD=NONE in session keys.
                if line.tag == .key, attributes.all.count > 1 {
                    findings.add(
                        place, expected: "METHOD=NONE without other attributes",
                        found: attributes.all.map(\.name).filter { $0 != "METHOD" }.joined(separator: ", ")
                            + " with METHOD=NONE")
                }
                continue
            }
            if !attributes.has("URI") { findings.add(place, expected: "URI", found: "none") }
            guard let vector = attributes.text("IV") else { continue }
            if method == "SAMPLE-AES-CTR" || method == "AES-256-GCM" {
                findings.add(place, expected: "no IV with \(method)", found: "IV=\(vector.prefix(40))")
            } else if vector.dropFirst(2).drop(while: { $0 == "0" }).count > 32 {
                findings.add(place, expected: "a 128-bit IV", found: "IV=\(vector.prefix(60))")
            }
        }
    }
}
