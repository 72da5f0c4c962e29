import HLS

/// R77: no player is shut out without need.
package struct VersionIsNotHigherThanNeeded: PlaylistRule {
    package static let facts = RuleFacts(
        "R77", "EXT-X-VERSION of a media playlist is not higher than its tags and attributes need", .should,
        clause: "RFC 8216bis 6.2.1", kinds: [.text], consequence: "players of a lower version refuse it without need")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.kind == .media, let line = text.first(.version),
            let version = line.value.flatMap(PlaylistValue.integer)
        else { return }
        var need = RequiredVersion(text).version
        // Its delta updates need these, and the version is one for all of them.
        if text.serverControl?.has("CAN-SKIP-UNTIL") == true { need = max(need, 10) }
        guard version > need else { return }
        findings.add(playlist.place(line), expected: "\(need)", found: "\(version)")
    }
}
