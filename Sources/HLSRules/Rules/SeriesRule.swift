/// Validates a series of subjects in order; each series has a separate value.
package protocol SeriesRule<Subject>: Rule {
    associatedtype Subject: Sendable
    /// Processes the next subject.
    mutating func process(_ subject: Subject, _ findings: inout RuleFindings)
    /// Processes the end of the series.
    mutating func finish(_ findings: inout RuleFindings)
}

extension SeriesRule {
    package mutating func finish(_ findings: inout RuleFindings) {}
}
