/// Tells each finding once, however often a state that has it is looked at.
package struct FindingDeduplicator: Sendable {
    private struct Key: Hashable {
        var rule: String
        var file: String
        var segment: Int?
        var found: String
    }

    /// Findings that are remembered; what comes then is told no more.
    private static let limit = 10_000
    private var seen: Set<Key> = []

    /// What is in `known` is not new.
    package init(known: FindingLog = FindingLog()) {
        for finding in known.findings { seen.insert(Self.key(finding)) }
    }

    /// Those of `log` that were not there before.
    package mutating func newFindings(in log: FindingLog) -> [Finding] {
        log.findings.filter { seen.count < Self.limit && seen.insert(Self.key($0)).inserted }
    }

    // A line moves from one state to the next, a segment does not.
    private static func key(_ finding: Finding) -> Key {
        Key(
            rule: finding.rule, file: finding.place.file, segment: finding.place.firstSegment, found: finding.found)
    }
}
