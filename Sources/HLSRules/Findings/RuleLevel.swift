/// The severity of a finding.
package enum RuleLevel: String, Sendable, Hashable, Comparable, Codable, CaseIterable {
    /// A requirement is violated: must fix.
    case must
    /// A recommendation is not followed: should fix.
    case should

    package static func < (left: RuleLevel, right: RuleLevel) -> Bool { left == .must && right == .should }
}
