import HLS

/// R92: subtitles for the deaf and hard of hearing (SDH) are selected by the accessibility setting.
package struct SDHSubtitlesAreMarked: PlaylistRule {
    package static let facts = RuleFacts(
        "R92", "SDH subtitles have both accessibility characteristics and AUTOSELECT=YES", .appleMust,
        clause: "Apple 4.3 to 4.7", kinds: [.text],
        consequence: "players do not select them when the accessibility setting is on")

    private static let requiredCharacteristics = [
        "public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound",
    ]

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.renditions("SUBTITLES") {
            guard let attributes = line.attributes else { continue }
            let given = attributes.list("CHARACTERISTICS").filter(Self.requiredCharacteristics.contains)
            guard !given.isEmpty else { continue }
            if given.count < 2 {
                findings.add(
                    playlist.place(line), expected: Self.requiredCharacteristics.joined(separator: " and "),
                    found: "only \(given[0])")
            }
            guard !attributes.isYes("AUTOSELECT") else { continue }
            findings.add(
                playlist.place(line), expected: "AUTOSELECT=YES", found: attributes.text("AUTOSELECT") ?? "none")
        }
    }
}
