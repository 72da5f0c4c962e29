/// The result of a validation.
package struct ValidationReport: Sendable {
    /// The path or URL of the subject, as given.
    package var subject: String
    package var profile: ValidationProfile
    /// The findings, sorted by level, rule and location.
    package private(set) var findings: [Finding]
    /// The number of findings beyond the limits, by rule.
    package private(set) var dropped: [String: Int]
    /// The validated playlists, the multivariant playlist first.
    package var playlists: [PlaylistReport]
    /// The resources that could not be validated, with the reason, as one sentence each.
    package var unchecked: [String]

    package init(
        subject: String, profile: ValidationProfile, log: FindingLog, playlists: [PlaylistReport] = [],
        unchecked: [String] = []
    ) {
        self.subject = subject
        self.profile = profile
        findings = log.findings.enumerated().sorted { Self.order($0, $1) }.map(\.element)
        dropped = log.dropped
        self.playlists = playlists
        self.unchecked = unchecked
    }

    private static func order(
        _ left: EnumeratedSequence<[Finding]>.Element, _ right: EnumeratedSequence<[Finding]>.Element
    ) -> Bool {
        func key(_ finding: Finding) -> (RuleLevel, Int, String) {
            let number = Int(finding.rule.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? .max
            return (finding.level, number, finding.rule)
        }
        let (one, two) = (key(left.element), key(right.element))
        return one == two ? left.offset < right.offset : one < two
    }

    /// Returns the findings of a level.
    package func findings(_ level: RuleLevel) -> [Finding] { findings.filter { $0.level == level } }

    /// Whether no requirement is violated; recommendations do not count.
    package var isClean: Bool { findings.allSatisfy { $0.level != .must } }
}
