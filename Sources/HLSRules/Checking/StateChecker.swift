/// What runs the rules of one part of a validation; parts may run at once and their logs are joined.
package struct StateChecker: Sendable {
    private let rules: [any Rule.Type]
    private let profile: ValidationProfile
    package private(set) var log = FindingLog()

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        self.rules = rules.filter { $0.facts.levels[profile] != nil }
        self.profile = profile
    }

    /// One state of one playlist.
    package mutating func validate(_ playlist: CheckedPlaylist) {
        for type in rules {
            guard let rule = type as? any PlaylistRule.Type else { continue }
            // Of what was refused there is no text for the others to look at.
            guard playlist.refusal == nil || type == PlaylistIsReadable.self else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(playlist, &findings)
            log.merge(findings)
        }
    }

    /// One state of a presentation; its playlists are checked by themselves too.
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

    /// What was measured of a presentation.
    package mutating func validate(_ measured: MeasuredPresentation) {
        for type in rules {
            guard let rule = type as? any MeasurementRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().validate(measured, &findings)
            log.merge(findings)
        }
    }
}
