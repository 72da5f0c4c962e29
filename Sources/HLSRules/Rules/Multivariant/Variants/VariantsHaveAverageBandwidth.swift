import HLS

/// R79: variants declare their average bit rate.
package struct VariantsHaveAverageBandwidth: PlaylistRule {
    package static let facts = RuleFacts(
        "R79", "Every EXT-X-STREAM-INF has AVERAGE-BANDWIDTH", .appleMust,
        clause: "Apple 9.14", kinds: [.text])

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        for line in playlist.text.lines(.streamInf) where line.attributes?.has("AVERAGE-BANDWIDTH") == false {
            findings.add(playlist.place(line), expected: "AVERAGE-BANDWIDTH", found: "none")
        }
    }
}
