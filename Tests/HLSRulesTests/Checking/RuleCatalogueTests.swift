import Foundation
import HLS
import Testing
import HLSRules

@Suite struct RuleCatalogueTests {
    static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Sources/HLSRules/Rules").standardizedFileURL

    @Test func ruleFilesMatchCatalogue() throws {
        var files: Set<String> = []
        let walk = try #require(FileManager.default.enumerator(atPath: Self.sources.path))
        while let path = walk.nextObject() as? String {
            // Files at the top level are shared by all rules; each folder lists its rules in a file named after the
            // folder.
            let parts = path.split(separator: "/")
            guard parts.count > 1, path.hasSuffix(".swift"), !path.hasSuffix("\(parts[parts.count - 2])Rules.swift")
            else { continue }
            files.insert(String(parts[parts.count - 1]))
        }
        let rules = Set(RuleCatalogue.all.map { "\($0).swift" })
        #expect(rules.subtracting(files).isEmpty)
        // Additional files of a rule are named `Rule+Topic.swift`.
        #expect(files.subtracting(rules).filter { !$0.contains("+") }.sorted() == [])
    }

    @Test func factsHaveTitleClauseAndLevel() {
        for rule in RuleCatalogue.all {
            let facts = rule.facts
            #expect(!facts.title.hasSuffix(".") && facts.title.first?.isUppercase == true, "\(facts.id)")
            #expect(!facts.clause.isEmpty && !facts.kinds.isEmpty, "\(facts.id)")
            #expect(facts.levels.rfc != nil || facts.levels.apple != nil, "\(facts.id)")
        }
    }

    @Test func reportSchemaAcceptsRuleIdentifiers() throws {
        let path = "../../../Sources/StageKit/StageKit.docc/Resources/validation-report.schema.json"
        let schema = try JSONSerialization.jsonObject(
            with: Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)))
        let definitions = try #require((schema as? [String: Any])?["$defs"] as? [String: [String: Any]])
        let properties = definitions.values.compactMap { $0["properties"] as? [String: [String: Any]] }
        let patterns = properties.compactMap { $0["rule"]?["pattern"] as? String }
        let identity = try Regex(try #require(patterns.first))
        for rule in RuleCatalogue.all { #expect(rule.facts.id.wholeMatch(of: identity) != nil, "\(rule.facts.id)") }
    }

    @Test func validTextsHaveNoFindings() {
        let texts = [
            ValidTexts.movie, ValidTexts.fullyTagged, ValidTexts.live(after: 9), ValidTexts.event(of: 9),
            ValidTexts.lowLatency(after: 2, parts: 3), ValidTexts.lowLatency(after: 2, parts: 0),
        ].map { TextPresentation($0) }
        for profile in ValidationProfile.allCases {
            for text in texts + [ValidPresentations.movie, ValidPresentations.lowLatency] {
                #expect(text.findings(profile).map { "\($0.rule) \($0.found)" } == [])
            }
        }
    }
}
