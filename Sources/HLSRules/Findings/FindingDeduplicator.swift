/// Removes findings that have already been reported.
package struct FindingDeduplicator: Sendable {
    private struct Key: Hashable {
        var rule: String
        var file: String
        var segment: Int?
        var found: String
    }

    /// The maximum number of remembered findings; later findings are suppressed.
    private static let limit = 10_000
    private var seen: Set<Key> = []

    /// Creates a deduplicator that suppresses the findings in `known`.
    package init(known: FindingLog = FindingLog()) {
        for finding in known.findings { seen.insert(Self.key(finding)) }
    }

    /// Returns the findings in `log` that have not been reported yet.
    package mutating func newFindings(in log: FindingLog) -> [Finding] {
        log.findings.filter { seen.count < Self.limit && seen.insert(Self.key($0)).inserted }
    }

    // Line numbers change between states, media sequence numbers do not.
    private static func key(_ finding: Finding) -> Key {
        Key(
            rule: finding.rule, file: finding.place.file, segment: finding.place.firstSegment, found: finding.found)
    }
}
