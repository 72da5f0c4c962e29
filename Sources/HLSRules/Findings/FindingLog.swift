/// The findings of all rules in one part of a validation; logs of concurrent parts are merged.
package struct FindingLog: Sendable {
    /// The maximum number of retained findings per validation; further ones are only counted.
    package static let limit = 10_000

    package private(set) var findings: [Finding] = []
    /// The number of findings beyond the limits, by rule.
    package private(set) var dropped: [String: Int] = [:]

    /// The identity of a finding.
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

    /// Merges the findings of a rule.
    package mutating func merge(_ found: RuleFindings) {
        drop(found.facts.id, found.dropped)
        for finding in found.all { append(finding) }
    }

    private mutating func append(_ finding: Finding) {
        // Live playlists are validated repeatedly; each finding is logged once.
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

    /// Merges the log of another part.
    package mutating func merge(_ other: FindingLog) {
        for (rule, count) in other.dropped { drop(rule, count) }
        for finding in other.findings { append(finding) }
    }
}
