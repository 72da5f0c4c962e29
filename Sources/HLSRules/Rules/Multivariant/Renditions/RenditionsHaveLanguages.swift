import HLS

/// R90: renditions can be selected by language.
package struct RenditionsHaveLanguages: PlaylistRule {
    package static let facts = RuleFacts(
        "R90", "Every EXT-X-MEDIA except TYPE=VIDEO has LANGUAGE", .appleMust, clause: "Apple 8.10", kinds: [.text],
        consequence: "players cannot select the rendition by the user's preferred language")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.media) {
            guard let attributes = line.attributes, attributes.text("TYPE") != "VIDEO", !attributes.has("LANGUAGE")
            else { continue }
            findings.add(playlist.place(line), expected: "LANGUAGE", found: "none")
        }
    }
}
