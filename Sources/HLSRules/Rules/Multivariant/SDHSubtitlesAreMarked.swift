import HLS

/// R92: who cannot hear gets all that is heard.
package struct SDHSubtitlesAreMarked: PlaylistRule {
    package static let facts = RuleFacts(
        "R92", "Subtitles for the deaf have both characteristics and AUTOSELECT=YES", .appleMust,
        clause: "Apple 4.3 to 4.7", kinds: [.text], consequence: "the accessibility setting does not find them")

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
                    found: "\(given[0]) alone")
            }
            guard !attributes.isYes("AUTOSELECT") else { continue }
            findings.add(
                playlist.place(line), expected: "AUTOSELECT=YES", found: attributes.text("AUTOSELECT") ?? "none")
        }
    }
}
