import HLS

/// R0: reports faults that no other rule covers.
package struct PlaylistIsReadable: PlaylistRule {
    package static let facts = RuleFacts(
        "R0", "A strict parser accepts the playlist", .must,
        clause: "RFC 8216bis 4", kinds: [.text], consequence: "players may reject the playlist (AVPlayer -12642)")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let problem = playlist.problem ?? playlist.parsed?.warnings.first(where: \.isDeviation) else { return }
        guard playlist.refusal != nil || !Self.isKnown(playlist, findings.profile) else { return }
        findings.add(
            FindingPlace(playlist.name, line: problem.line), expected: "a valid playlist",
            found: problem.message)
    }

    /// Whether another rule reports a violation of a requirement in the text.
    private static func isKnown(_ playlist: CheckedPlaylist, _ profile: ValidationProfile) -> Bool {
        RuleCatalogue.all.contains { type in
            guard let rule = type as? any PlaylistRule.Type, type != Self.self else { return false }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(playlist, &findings)
            return findings.all.contains { $0.level == .must }
        }
    }
}
