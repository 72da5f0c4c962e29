import HLS

/// R91: who needs descriptions of the pictures gets them without asking.
package struct AudioDescriptionIsAutoselected: PlaylistRule {
    package static let facts = RuleFacts(
        "R91", "Sound that describes the pictures has AUTOSELECT=YES", .appleMust, clause: "Apple 2.12, 2.13, 2.27",
        kinds: [.text], consequence: "the accessibility setting does not find it")

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
