/// A violation of a rule, possibly in several consecutive segments.
package struct Finding: Sendable, Hashable {
    /// The description of the rule.
    package var facts: RuleFacts
    package var level: RuleLevel
    /// The first location, including all consecutive segments.
    package var place: FindingPlace
    /// The number of merged findings.
    package var count = 1
    /// The expected condition: lower case, no full stop.
    package var expected: String
    /// The actual condition at the first location.
    package var found: String

    /// The identifier of the rule.
    package var rule: String { facts.id }

    /// Whether another finding reports the same condition for another entire file.
    func isEquivalent(to other: Finding) -> Bool {
        place.isWholeFile && other.place.isWholeFile && level == other.level && facts.id == other.facts.id
            && expected == other.expected && found == other.found
    }

    /// Merges a finding for the next segment. Returns false if the finding is not adjacent.
    mutating func fold(_ next: Finding) -> Bool {
        // Consecutive segments are often separate files.
        let isSameFile = place.file == next.place.file || place.line == nil && next.place.line == nil
        guard facts.id == next.facts.id, level == next.level, isSameFile,
            let last = place.lastSegment, let first = next.place.firstSegment, first == last || first - 1 == last
        else { return false }
        place.lastSegment = next.place.lastSegment
        count += next.count
        return true
    }
}
