import PackagingStages
import GStreamerStages
import ReadingStages
import HTTPStages
import Media
import StageKit
import StageTesting
import Testing

/// All built-in stages pass the conformance tests for plugin stages.
@Suite struct StageConformanceTests {
    private static let catalogue: StageCatalogue = {
        var catalogue = StageCatalogue()
        registerBuiltinStages(&catalogue)
        registerGStreamerStages(&catalogue)
        registerReadingStages(&catalogue)
        registerHTTPStages(&catalogue)
        return catalogue
    }()
    static let kinds = catalogue.descriptions.map(\.kind)

    @Test func noStageIsForgotten() {
        let tried = Set(StageTrials.trials.keys)
        #expect(
            tried.symmetricDifference(Self.kinds).isEmpty, "the stages of the catalog and the tested stages differ")
    }

    @Test(arguments: kinds) func stagesConformToContract(kind: String) async throws {
        let trial = try #require(StageTrials.trials[kind])
        let violations = try await trial()
        #expect(violations.isEmpty, "\(violations)")
    }
}
