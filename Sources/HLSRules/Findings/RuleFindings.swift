/// Where one rule writes what it finds; consecutive findings are folded, and there is a limit to the others.
package struct RuleFindings: Sendable {
    /// Findings of one rule that are told; the others are counted.
    package static let limit = 200

    package let facts: RuleFacts
    package let profile: ValidationProfile
    package private(set) var all: [Finding] = []
    /// How many were too many.
    package private(set) var dropped = 0

    package init(_ facts: RuleFacts, profile: ValidationProfile) {
        self.facts = facts
        self.profile = profile
    }

    /// Adds a finding; `level` where it differs from the rule's own.
    ///
    /// Findings with segments come in the order of the segments, so that runs are seen.
    package mutating func add(
        _ place: FindingPlace, expected: String, found: String, level: RuleLevel? = nil
    ) {
        guard let level = level ?? facts.levels[profile] else { return }
        let finding = Finding(facts: facts, level: level, place: place, expected: expected, found: found)
        if !all.isEmpty, all[all.count - 1].fold(finding) { return }
        // A server answers for many files alike: with a field that it has wrong, or lacks.
        if facts.kinds.contains(.server), let index = all.firstIndex(where: { $0.isEquivalent(to: finding) }) {
            all[index].count += 1
            return
        }
        guard all.count < Self.limit else {
            dropped += 1
            return
        }
        all.append(finding)
    }
}

/// What all rules found in one part of a validation; parts that ran at once are joined.
package struct FindingLog: Sendable {
    /// All that is told of one validation; the rest is counted.
    package static let limit = 10_000

    package private(set) var findings: [Finding] = []
    /// The number of findings by rule that were too many to tell.
    package private(set) var dropped: [String: Int] = [:]

    /// What makes two findings the same.
    private struct Key: Sendable, Hashable {
        var rule: String
        var place: FindingPlace
        var expected: String
        var found: String

        init(_ finding: Finding) {
            (rule, place, expected, found) = (finding.rule, finding.place, finding.expected, finding.found)
        }
    }

    private var places: [Key: Int] = [:]

    package init() {}

    /// Takes over what a rule found.
    package mutating func merge(_ found: RuleFindings) {
        drop(found.facts.id, found.dropped)
        for finding in found.all { append(finding) }
    }

    private mutating func append(_ finding: Finding) {
        // What is looked at again and again, as live playlists are, is told once.
        let key = Key(finding)
        if let index = places[key] {
            findings[index].count += finding.count
            return
        }
        guard findings.count < Self.limit else { return drop(finding.rule, finding.count) }
        places[key] = findings.count
        findings.append(finding)
    }

    private mutating func drop(_ rule: String, _ count: Int) {
        if count > 0 { dropped[rule, default: 0] += count }
    }

    /// Takes over another part.
    package mutating func merge(_ other: FindingLog) {
        for (rule, count) in other.dropped { drop(rule, count) }
        for finding in other.findings { append(finding) }
    }
}
