import HLS

/// R87: all variants can be compared by score.
package struct ScoresAreOnAllOrNone: PlaylistRule {
    package static let facts = RuleFacts(
        "R87", "SCORE is on every EXT-X-STREAM-INF or on none", .shouldAppleMust,
        clause: "RFC 8216bis 4.4.6.2; Apple 9.19", kinds: [.text], consequence: "players ignore the scores")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let lines = playlist.text.lines(.streamInf)
        guard lines.contains(where: { $0.attributes?.has("SCORE") == true }) else { return }
        for line in lines where line.attributes?.has("SCORE") == false {
            findings.add(playlist.place(line), expected: "SCORE, as on the other variants", found: "none")
        }
    }
}
