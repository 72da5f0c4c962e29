import HLS

/// R5a: tags have their required attributes.
package struct TagsHaveRequiredAttributes: PlaylistRule {
    package static let facts = RuleFacts(
        "R5a", "Tags have their required attributes", .must, clause: "RFC 8216bis 4.4", kinds: [.text],
        consequence: "players ignore the tag or reject the playlist")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines {
            guard let tag = line.tag, let attributes = line.attributes else { continue }
            for required in tag.attributes where required.presence == .required && !attributes.has(required.name) {
                findings.add(playlist.place(line), expected: "\(required.name) in \(tag.name)", found: "none")
            }
        }
    }
}
