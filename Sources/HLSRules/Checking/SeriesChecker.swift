/// Runs the rules for a series of subjects: states of a playlist, segments of a playlist, or responses of servers.
package struct SeriesChecker<Subject: Sendable>: Sendable {
    private struct Entry: Sendable {
        var rule: any SeriesRule<Subject>
        var findings: RuleFindings

        mutating func process(_ subject: Subject) { rule.process(subject, &findings) }
        mutating func finish() { rule.finish(&findings) }
    }

    private var rules: [Entry]

    /// Creates a checker for one series.
    package init(_ profile: ValidationProfile, rules: [any Rule.Type] = RuleCatalogue.all) {
        self.rules = rules.compactMap { type in
            guard type.facts.levels[profile] != nil, let rule = type.init() as? any SeriesRule<Subject> else {
                return nil
            }
            return Entry(rule: rule, findings: RuleFindings(type.facts, profile: profile))
        }
    }

    /// Processes the next subject.
    package mutating func process(_ subject: Subject) {
        for index in rules.indices { rules[index].process(subject) }
    }

    /// Ends the series and returns all findings.
    package mutating func finish() -> FindingLog {
        for index in rules.indices { rules[index].finish() }
        return log
    }

    /// The findings so far.
    package var log: FindingLog {
        var log = FindingLog()
        for entry in rules { log.merge(entry.findings) }
        return log
    }
}

/// Validates reloads of a media playlist.
package typealias ReloadChecker = SeriesChecker<PlaylistObservation>
/// Validates the measured segments of a media playlist.
package typealias SegmentChecker = SeriesChecker<MeasuredSegment>
/// Validates the responses of servers.
package typealias ServerChecker = SeriesChecker<ServerExchange>
/// Validates the decoded segments of a media playlist.
package typealias DecodeChecker = SeriesChecker<DecodedSegment>
/// Validates the resources that a playlist lists.
package typealias ResourceChecker = SeriesChecker<ListedResource>
