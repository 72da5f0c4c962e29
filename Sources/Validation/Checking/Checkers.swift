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
    package mutating func check(_ playlist: CheckedPlaylist) {
        for type in rules {
            guard let rule = type as? any PlaylistRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().check(playlist, &findings)
            log.take(findings)
        }
    }

    /// One state of a presentation; its playlists are checked by themselves too.
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

    /// What was measured of a presentation.
    package mutating func check(_ measured: MeasuredPresentation) {
        for type in rules {
            guard let rule = type as? any MeasurementRule.Type else { continue }
            var findings = RuleFindings(type.facts, profile: profile)
            rule.init().check(measured, &findings)
            log.take(findings)
        }
    }
}

/// Runs the rules of one kind that keep a state of their own over a series.
private struct Series<Scope: Sendable>: Sendable {
    struct Entry: Sendable {
        var rule: Scope
        var findings: RuleFindings

        mutating func run(_ body: (inout Scope, inout RuleFindings) -> Void) { body(&rule, &findings) }
    }

    var rules: [Entry]

    init(_ profile: ValidationProfile, _ rules: [any Rule.Type], _ make: (any Rule.Type) -> Scope?) {
        self.rules = rules.filter { $0.facts.levels[profile] != nil }.compactMap { type in
            make(type).map { Entry(rule: $0, findings: RuleFindings(type.facts, profile: profile)) }
        }
    }

    mutating func each(_ body: (inout Scope, inout RuleFindings) -> Void) {
        for index in rules.indices { rules[index].run(body) }
    }

    var log: FindingLog {
        var log = FindingLog()
        for entry in rules { log.take(entry.findings) }
        return log
    }
}

/// Watches one media playlist.
package struct ReloadChecker: Sendable {
    private var series: Series<any ReloadRule>

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        series = Series(profile, rules) { ($0 as? any ReloadRule.Type)?.init() }
    }

    package mutating func take(_ observation: PlaylistObservation) {
        series.each { $0.take(observation, &$1) }
    }

    package mutating func finish() -> FindingLog {
        series.each { $0.finish(&$1) }
        return series.log
    }

    /// What has been found so far.
    package var log: FindingLog { series.log }
}

/// Follows the measured segments of one media playlist.
package struct SegmentChecker: Sendable {
    private var series: Series<any SegmentRule>

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        series = Series(profile, rules) { ($0 as? any SegmentRule.Type)?.init() }
    }

    package mutating func take(_ segment: MeasuredSegment) { series.each { $0.take(segment, &$1) } }

    package mutating func finish() -> FindingLog {
        series.each { $0.finish(&$1) }
        return series.log
    }

    /// What has been found so far.
    package var log: FindingLog { series.log }
}

/// Follows the exchanges with servers.
package struct ServerChecker: Sendable {
    private var series: Series<any ServerRule>

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        series = Series(profile, rules) { ($0 as? any ServerRule.Type)?.init() }
    }

    package mutating func take(_ exchange: ServerExchange) { series.each { $0.take(exchange, &$1) } }

    package mutating func finish() -> FindingLog {
        series.each { $0.finish(&$1) }
        return series.log
    }
}

/// Follows the decoded segments of one media playlist.
package struct DecodeChecker: Sendable {
    private var series: Series<any DecodeRule>

    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        series = Series(profile, rules) { ($0 as? any DecodeRule.Type)?.init() }
    }

    package mutating func take(_ segment: DecodedSegment) { series.each { $0.take(segment, &$1) } }

    package var log: FindingLog { series.log }
}
