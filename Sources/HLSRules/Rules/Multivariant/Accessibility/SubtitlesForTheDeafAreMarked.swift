import HLS

/// R92: subtitles for the deaf and hard of hearing (SDH) are selected by the accessibility setting.
package struct SubtitlesForTheDeafAreMarked: PlaylistRule {
    package static let facts = RuleFacts(
        "R92", "SDH subtitles have both accessibility characteristics and AUTOSELECT=YES", .appleMust,
        clause: "Apple 4.3 to 4.7", kinds: [.text],
        consequence: "players do not select them when the accessibility setting is on")

    private static let both = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]

    package init() {}

    package func check(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.renditions("SUBTITLES") {
            guard let attributes = line.attributes else { continue }
            let given = attributes.list("CHARACTERISTICS").filter(Self.both.contains)
            guard !given.isEmpty else { continue }
            if given.count < 2 {
                findings.add(
                    playlist.place(line), expected: Self.both.joined(separator: " and "), found: "only \(given[0])")
            }
            guard !attributes.isYes("AUTOSELECT") else { continue }
            findings.add(
                playlist.place(line), expected: "AUTOSELECT=YES", found: attributes.text("AUTOSELECT") ?? "none")
        }
    }
}
