/// Runs the rules that follow a series of one kind: the states of a playlist, the segments of one, exchanges with servers.
package struct SeriesChecker<Subject: Sendable>: Sendable {
    private struct Entry: Sendable {
        var rule: any SeriesRule<Subject>
        var findings: RuleFindings

        mutating func process(_ subject: Subject) { rule.process(subject, &findings) }
        mutating func finish() { rule.finish(&findings) }
    }

    private var rules: [Entry]

    /// For one series; another one has a checker of its own.
    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        self.rules = rules.compactMap { type in
            guard type.facts.levels[profile] != nil, let rule = type.init() as? any SeriesRule<Subject> else {
                return nil
            }
            return Entry(rule: rule, findings: RuleFindings(type.facts, profile: profile))
        }
    }

    /// Takes the next one.
    package mutating func process(_ subject: Subject) {
        for index in rules.indices { rules[index].process(subject) }
    }

    /// Ends the series, and returns all that was found.
    package mutating func finish() -> FindingLog {
        for index in rules.indices { rules[index].finish() }
        return log
    }

    /// What has been found so far.
    package var log: FindingLog {
        var log = FindingLog()
        for entry in rules { log.merge(entry.findings) }
        return log
    }
}

/// Watches one media playlist.
package typealias ReloadChecker = SeriesChecker<PlaylistObservation>
/// Follows the measured segments of one media playlist.
package typealias SegmentChecker = SeriesChecker<MeasuredSegment>
/// Follows the exchanges with servers.
package typealias ServerChecker = SeriesChecker<ServerExchange>
/// Follows the decoded segments of one media playlist.
package typealias DecodeChecker = SeriesChecker<DecodedSegment>
/// Follows the resources that one playlist lists.
package typealias ResourceChecker = SeriesChecker<ListedResource>
