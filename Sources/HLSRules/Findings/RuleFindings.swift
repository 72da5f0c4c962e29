/// The findings of one rule. Consecutive findings are merged, and their number is limited.
package struct RuleFindings: Sendable {
    /// The maximum number of retained findings per rule; further ones are only counted.
    package static let limit = 200

    package let facts: RuleFacts
    package let profile: ValidationProfile
    package private(set) var all: [Finding] = []
    /// The recommendations by their text, as indexes of ``all``.
    private var habits: [Habit: Int] = [:]
    /// The number of findings beyond the limit.
    package private(set) var dropped = 0

    /// The text of a finding in a file, without its numbers.
    private struct Habit: Sendable, Hashable {
        var file: String
        var text: String

        init(_ finding: Finding) {
            file = finding.place.playlist ?? finding.place.file
            text = (finding.expected + "\n" + finding.found).filter { !$0.isNumber }
        }
    }

    package init(_ facts: RuleFacts, profile: ValidationProfile) {
        self.facts = facts
        self.profile = profile
    }

    /// Adds a finding. `level` overrides the level of the rule.
    ///
    /// Findings must be added in segment order for consecutive segments to be merged.
    package mutating func add(
        _ place: FindingPlace, expected: String, found: String, level: RuleLevel? = nil
    ) {
        guard let level = level ?? facts.levels[profile] else { return }
        let finding = Finding(facts: facts, level: level, place: place, expected: expected, found: found)
        if !all.isEmpty, all[all.count - 1].fold(finding) { return }
        // A missing or wrong header field usually affects many files of a server.
        if facts.kinds.contains(.server), let index = all.firstIndex(where: { $0.isEquivalent(to: finding) }) {
            all[index].count += 1
            return
        }
        // A habit of a writer is one recommendation.
        if level == .should, let index = habits[Habit(finding)] {
            all[index].count += 1
            return
        }
        guard all.count < Self.limit else {
            dropped += 1
            return
        }
        if level == .should { habits[Habit(finding)] = all.count }
        all.append(finding)
    }
}
