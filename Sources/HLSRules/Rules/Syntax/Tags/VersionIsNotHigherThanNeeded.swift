import HLS

/// R77: EXT-X-VERSION does not exclude players unnecessarily.
package struct VersionIsNotHigherThanNeeded: PlaylistRule {
    package static let facts = RuleFacts(
        "R77", "EXT-X-VERSION of a media playlist is not higher than necessary", .should,
        clause: "RFC 8216bis 6.2.1", kinds: [.text],
        consequence: "players that support only lower versions reject it unnecessarily")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        let text = playlist.text
        guard text.kind == .media, let line = text.first(.version),
            let version = line.value.flatMap(PlaylistValue.integer)
        else { return }
        var need = RequiredVersion(text).version
        // The delta updates of this playlist need version 10, and all responses have the same version.
        if text.serverControl?.has("CAN-SKIP-UNTIL") == true { need = max(need, 10) }
        guard version > need else { return }
        findings.add(playlist.place(line), expected: "\(need)", found: "\(version)")
    }
}
