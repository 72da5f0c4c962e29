import Testing
import HLSRules

/// One fault at a time in presentations of the package.
@Suite struct FaultTests {
    /// Recommendations that short presentations cannot follow: segments of 6 s, several bit rates, a measured loudness,
    /// a long window, the alternatives of Apple's ladder, and bit rates that were declared before the media existed.
    private static let argued: Set<String> = ["R45", "R96", "R50j", "R20", "R80", "R81"]

    @Test(arguments: FaultSubject.allCases) func goodPresentationHasNoFindings(_ subject: FaultSubject) async throws {
        for profile in ValidationProfile.allCases {
            let found = try await subject.presentation.findings(profile).filter {
                !Self.argued.union(subject.argued).contains($0.rule)
            }
            #expect(found.isEmpty, "\(found.map { "\($0.rule) \($0.place): \($0.found)" })")
        }
    }

    @Test(arguments: Faults.all) func faultIsFound(_ fault: Fault) async throws {
        var presentation = try await fault.subject.presentation
        try await fault.change(&presentation)
        let found = try await presentation.findings(.apple)
        let rules = Set(found.map(\.rule)).subtracting(Self.argued).subtracting(fault.subject.argued)
        #expect(rules.contains(fault.rule), "found: \(rules.sorted())")
    }

    /// Leading pictures precede the start of the segment, and the pictures before it are in other segments.
    @Test func openStartsHaveNoFindingsAboutTheirOrder() async throws {
        var model = FaultSubject.hevc.model
        model.segmentTracks()
        Faults.openStart(&model, 512, -512)
        let found = try await PackagedPresentation(written: model).findings(.rfc)
        #expect(!found.contains { $0.rule == "B32" }, "\(found.map { "\($0.rule) \($0.place): \($0.found)" })")
    }

    @Test func faultsAreManyAndDistinct() {
        #expect(Faults.all.count >= 240)
        #expect(Set(Faults.all.map(\.testDescription)).count == Faults.all.count)
    }
}
