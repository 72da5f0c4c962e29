import HLS

/// R3: tags that apply to the entire playlist are not repeated.
package struct PlaylistTagsAreUnique: PlaylistRule {
    package static let facts = RuleFacts(
        "R3", "Tags that apply to the entire playlist occur at most once", .must,
        clause: "RFC 8216bis 4.4.2, 4.4.3, 4.4.6.6", kinds: [.text],
        consequence: "players use the first or the last value, or reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        var seen: [PlaylistTag: Int] = [:]
        for line in playlist.text.lines {
            // R2 and R66 check EXT-X-VERSION and EXT-X-SKIP.
            guard let tag = line.tag, tag.isSingleton, tag != .version, tag != .skip else { continue }
            guard let first = seen[tag] else {
                seen[tag] = line.number
                continue
            }
            findings.add(
                playlist.place(line), expected: "one \(tag.name)", found: "a duplicate; the first is in line \(first)")
        }
    }
}
