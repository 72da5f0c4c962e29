import Foundation
import HLS
import Testing
import Validation

@Suite struct RuleCatalogueTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/Validation/Rules").standardizedFileURL

    @Test func everyRuleIsInAFileOfItsNameAndEveryFileOfRulesIsListed() throws {
        var files: Set<String> = []
        for folder in try FileManager.default.contentsOfDirectory(atPath: Self.sources.path) {
            let path = Self.sources.appending(path: folder).path
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { continue }
            files.formUnion(names.filter { $0.hasSuffix(".swift") && !$0.hasSuffix("\(folder)Rules.swift") })
        }
        let rules = Set(RuleCatalogue.all.map { "\($0).swift" })
        #expect(rules.subtracting(files).isEmpty)
        // A file beside a rule holds what belongs to it: `Rule+Topic.swift`.
        #expect(files.subtracting(rules).filter { !$0.contains("+") }.sorted() == [])
    }

    @Test func factsAreSentencesWithSources() {
        for rule in RuleCatalogue.all {
            let facts = rule.facts
            #expect(!facts.title.hasSuffix(".") && facts.title.first?.isUppercase == true, "\(facts.id)")
            #expect(!facts.clause.isEmpty && !facts.kinds.isEmpty, "\(facts.id)")
            #expect(facts.levels.rfc != nil || facts.levels.apple != nil, "\(facts.id)")
        }
    }

    @Test func goodTextsAreCleanUnderBothProfiles() {
        let texts = [
            GoodTexts.movie, GoodTexts.marked, GoodTexts.live(after: 9), GoodTexts.event(of: 9),
            GoodTexts.lowLatency(after: 2, parts: 3), GoodTexts.lowLatency(after: 2, parts: 0),
        ].map { TextPresentation($0) }
        for profile in ValidationProfile.allCases {
            for text in texts + [GoodPresentations.movie, GoodPresentations.lowLatency] {
                #expect(text.findings(profile).map { "\($0.rule) \($0.found)" } == [])
            }
        }
    }
}
