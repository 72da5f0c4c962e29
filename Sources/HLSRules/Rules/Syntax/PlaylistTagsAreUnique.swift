import HLS

/// R3: tags that speak of the whole playlist are not repeated.
package struct PlaylistTagsAreUnique: PlaylistRule {
    package static let facts = RuleFacts(
        "R3", "A tag that speaks of the whole playlist stands once", .must,
        clause: "RFC 8216bis 4.4.2, 4.4.3, 4.4.6.6", kinds: [.text],
        consequence: "players take the first or the last value, or refuse the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var seen: [PlaylistTag: Int] = [:]
        for line in playlist.text.lines {
            // EXT-X-VERSION and EXT-X-SKIP have rules of their own.
            guard let tag = line.tag, tag.isSingleton, tag != .version, tag != .skip else { continue }
            guard let first = seen[tag] else {
                seen[tag] = line.number
                continue
            }
            findings.add(
                playlist.place(line), expected: "one \(tag.name)", found: "another one; the first is in line \(first)")
        }
    }
}
