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
    package mutating func validate(_ playlist: CheckedPlaylist) {
        for type in rules {
            guard let rule = type as? any PlaylistRule.Type else { continue }
            // The text of a rejected playlist is not available to other rules.
            guard playlist.refusal == nil || type == PlaylistIsReadable.self else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(playlist, &findings)
            log.merge(findings)
        }
    }

    /// Validates one state of a presentation, including each of its playlists.
    package mutating func validate(_ presentation: CheckedPresentation) {
        validate(presentation.multivariant)
        for rendition in presentation.renditions { validate(rendition.playlist) }
        for type in rules {
            guard let rule = type as? any PresentationRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(presentation, &findings)
            log.merge(findings)
        }
    }

    /// Validates the measurements of a presentation.
    package mutating func validate(_ measured: MeasuredPresentation) {
        for type in rules {
            guard let rule = type as? any MeasurementRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(measured, &findings)
            log.merge(findings)
        }
    }
}
