import Testing
import HLSRules

@Suite struct FindingTests {
    private static let facts = RuleFacts("R7", "A rule", .must, clause: "1", kinds: [.text])

    private static func findings(_ segments: [Int]) -> RuleFindings {
        var findings = RuleFindings(facts, profile: .rfc)
        for segment in segments {
            findings.add(FindingPlace("a.m3u8", segment: segment), expected: "one", found: "\(segment)")
        }
        return findings
    }

    @Test func consecutiveSegmentsAreOneFinding() {
        let all = Self.findings([3, 4, 5, 9]).all
        #expect(all.map(\.place.firstSegment) == [3, 9])
        #expect(all.map(\.place.lastSegment) == [5, 9])
        #expect(all.map(\.count) == [3, 1])
    }

    @Test func equalServerFindingsAreFolded() {
        let facts = RuleFacts("R104", "A rule", .must, clause: "1", kinds: [.server])
        var findings = RuleFindings(facts, profile: .rfc)
        for (file, found) in [("1.ts", "none"), ("a.m3u8", "text/plain"), ("2.ts", "none"), ("3.ts", "none")] {
            findings.add(FindingPlace(file), expected: "a type", found: found)
        }
        #expect(findings.all.map(\.place.file) == ["1.ts", "a.m3u8"])
        #expect(findings.all.map(\.count) == [3, 1])
    }

    @Test func playlistFindingsAreReportedSeparately() {
        var findings = RuleFindings(Self.facts, profile: .rfc)
        for file in ["a.m3u8", "b.m3u8"] { findings.add(FindingPlace(file), expected: "one", found: "none") }
        #expect(findings.all.map(\.count) == [1, 1])
    }

    @Test func findingsBeyondLimitAreCounted() {
        let findings = Self.findings((0..<1000).map { $0 * 2 })
        #expect(findings.all.count == RuleFindings.limit)
        #expect(findings.dropped == 1000 - RuleFindings.limit)
    }

    @Test func repeatedRecommendationOfPlaylistIsFolded() {
        var findings = RuleFindings(Self.facts, profile: .rfc)
        for line in 1...200 {
            for level in [RuleLevel.should, .must] {
                findings.add(FindingPlace("a.m3u8", line: line), expected: "one", found: "\(line)", level: level)
            }
        }
        #expect(findings.all.filter { $0.level == .should }.map(\.count) == [200])
        #expect(findings.all.count { $0.level == .must } == RuleFindings.limit - 1)
    }

    @Test func repeatedFindingIsLoggedOnce() {
        var log = FindingLog()
        for _ in 0..<5 { log.merge(Self.findings([1])) }
        #expect(log.findings.count == 1)
        #expect(log.findings.first?.count == 5)
    }

    @Test func reportListsRequirementsFirst() {
        var log = FindingLog()
        for (id, level) in [("R20", RuleLevel.should), ("R10", .must), ("R9", .must)] {
            var findings = RuleFindings(
                RuleFacts(id, "A rule", .must, clause: "1", kinds: [.text]), profile: .rfc)
            findings.add(FindingPlace("a.m3u8"), expected: "", found: "", level: level)
            log.merge(findings)
        }
        let report = ValidationReport(subject: "a.m3u8", profile: .rfc, log: log)
        #expect(report.findings.map(\.rule) == ["R9", "R10", "R20"])
        #expect(!report.isClean)
    }
}
