/// Runs the rules for one part of a validation; parts may run concurrently, and their logs are merged.
package struct StateChecker: Sendable {
    private let rules: [any Rule.Type]
    private let profile: ValidationProfile
    package private(set) var log = FindingLog()

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        self.rules = rules.filter { $0.facts.levels[profile] != nil }
        self.profile = profile
    }

    /// Validates one state of a playlist.
    package mutating func check(_ playlist: CheckedPlaylist) {
        for type in rules {
            guard let rule = type as? any PlaylistRule.Type else { continue }
            // The text of a rejected playlist is not available to other rules.
            guard playlist.refusal == nil || type == PlaylistCanBeRead.self else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().check(playlist, &findings)
            log.take(findings)
        }
    }

    /// Validates one state of a presentation, including each of its playlists.
    package mutating func check(_ presentation: CheckedPresentation) {
        check(presentation.multivariant)
        for rendition in presentation.renditions { check(rendition.playlist) }
        for type in rules {
            guard let rule = type as? any PresentationRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().check(presentation, &findings)
            log.take(findings)
        }
    }

    /// Validates the measurements of a presentation.
    package mutating func check(_ measured: MeasuredPresentation) {
        for type in rules {
            guard let rule = type as? any MeasurementRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().check(measured, &findings)
            log.take(findings)
        }
    }
}
