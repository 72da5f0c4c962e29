import HLS

/// R39: live streams have a wall-clock time.
package struct LivePlaylistsHaveDates: PlaylistRule {
    package static let facts = RuleFacts(
        "R39", "A live playlist has EXT-X-PROGRAM-DATE-TIME", .appleMust, clause: "Apple 8.4", kinds: [.text],
        consequence: "players cannot synchronize renditions, date ranges and interstitials")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.isLive, !text.segments.isEmpty, !text.has(.programDateTime) else { return }
        findings.add(playlist.place, expected: "EXT-X-PROGRAM-DATE-TIME", found: "none")
    }
}
