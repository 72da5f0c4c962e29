import Testing
import HLSRules

struct RuleExampleTests {
    @Test(arguments: RuleExamples.all) func validExampleHasNoFindings(_ example: RuleExample) throws {
        let found = try example.findings(false, example.profile)
        #expect(found.isEmpty, "\(found.map { "\($0.rule) \($0.place): \($0.found)" })")
    }

    @Test(arguments: RuleExamples.all) func brokenExampleBreaksOnlyItsRule(_ example: RuleExample) throws {
        let found = try example.findings(true, example.profile)
        #expect(!found.isEmpty)
        let others = found.filter { $0.rule != example.rule }
        #expect(others.isEmpty, "\(others.map { "\($0.rule) \($0.place): \($0.found)" })")
    }

    @Test func rulesHaveExamplesInAllScopes() {
        let known = Set(RuleExamples.all.map { "\($0.rule) \($0.scope.rawValue)" })
        let wanted = RuleCatalogue.all.flatMap { rule in
            RuleScope.scopes(of: rule).map { "\(rule.facts.id) \($0.rawValue)" }
        }
        #expect(wanted.filter { !known.contains($0) } == [])
    }

    @Test func examplesNameExistingRules() {
        #expect(RuleExamples.all.filter { RuleCatalogue.rule($0.rule) == nil }.map(\.testDescription) == [])
    }

    @Test func ruleIdentifiersAreUnique() {
        let ids = RuleCatalogue.all.map { $0.facts.id }
        #expect(Set(ids).count == ids.count)
    }
}
