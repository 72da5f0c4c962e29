import HLS

/// R91: audio descriptions are selected automatically by the accessibility setting.
package struct AudioDescriptionIsAutoselected: PlaylistRule {
    package static let facts = RuleFacts(
        "R91", "Audio renditions with audio description have AUTOSELECT=YES", .appleMust,
        clause: "Apple 2.12, 2.13, 2.27",
        kinds: [.text], consequence: "players do not select the rendition when the accessibility setting is on")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.renditions("AUDIO") {
            guard let attributes = line.attributes,
                attributes.list("CHARACTERISTICS").contains("public.accessibility.describes-video"),
                !attributes.isYes("AUTOSELECT")
            else { continue }
            findings.add(
                playlist.place(line), expected: "AUTOSELECT=YES", found: attributes.text("AUTOSELECT") ?? "none")
        }
    }
}
