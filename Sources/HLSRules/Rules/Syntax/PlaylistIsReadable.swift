import HLS

/// R0: whatever else is wrong with the text of a playlist.
package struct PlaylistIsReadable: PlaylistRule {
    package static let facts = RuleFacts(
        "R0", "A playlist can be read by a reader that refuses what the specification forbids", .must,
        clause: "RFC 8216bis 4", kinds: [.text], consequence: "players may refuse it (AVPlayer -12642)")

    package init() {}

    package func validate(_ playlist: CheckedPlaylist, _ findings: inout RuleFindings) {
        guard let problem = playlist.problem ?? playlist.parsed?.warnings.first(where: \.isDeviation) else { return }
        guard playlist.refusal != nil || !Self.isKnown(playlist, findings.profile) else { return }
        findings.add(
            FindingPlace(playlist.name, line: problem.line), expected: "a playlist that can be read",
            found: problem.message)
    }

    /// Whether another rule has something to say of the text that has to be fixed.
    private static func isKnown(_ playlist: CheckedPlaylist, _ profile: ValidationProfile) -> Bool {
        RuleCatalogue.all.contains { type in
            guard let rule = type as? any PlaylistRule.Type, type != Self.self else { return false }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(playlist, &findings)
            return findings.all.contains { $0.level == .must }
        }
    }
}
