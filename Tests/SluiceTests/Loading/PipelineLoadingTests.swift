import Foundation
import Sluice
import Testing

@Suite struct PipelineLoadingTests {
    private let text = """
        pipeline: test
        parameters:
          count: 5
        stages:
          source:
            use: test.counting
            with: { count: "${count}" }
          sink:
            use: test.counted
            from: source
        """

    @Test func textLoadsWithItsParameters() throws {
        let pipeline = try Pipeline(yaml: text, parameters: ["count": "7"], catalogue: .withTestStages)
        #expect(pipeline.plan.name == "test")
        #expect(pipeline.plan.stages.map(\.name) == ["source", "sink"])
        #expect(pipeline.plan.stages[0].optionTexts == ["count": "7"])
        #expect(pipeline.diagnostics.all.isEmpty)
        #expect(pipeline.status.phase == .ready)
        #expect(pipeline.status.stages.map(\.kind) == ["test.counting", "test.counted"])
    }

    @Test func fileLoads() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "pipeline-\(UUID().uuidString).yaml")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let status = try await Pipeline(contentsOf: file.path, catalogue: .withTestStages).run()
        #expect(status.measure("received-count", of: "sink") == 5)
    }

    @Test func diagnosticsAreValuesWithLocations() throws {
        let text = text.replacing("use: test.counted", with: "use: test.countd").replacing(
            "count: \"", with: "cont: \"")
        let error = try #require(throws: PipelineError.self) {
            try Pipeline(yaml: text, named: "wrong.yaml", catalogue: .withTestStages)
        }
        guard case .invalid(let diagnostics) = error else { throw error }
        let option = try #require(diagnostics.errors.first { $0.code == "unknown-option" })
        #expect(option.location == SourceLocation(file: "wrong.yaml", line: 7, column: 13, length: 4))
        #expect(option.notes == ["did you mean 'count'?"])
        let kind = try #require(diagnostics.errors.first { $0.code == "unknown-kind" })
        #expect(kind.location?.line == 9 && kind.notes.contains("did you mean 'test.counted'?"))
        #expect(error.description.contains("wrong.yaml:9:10: error: there is no stage kind 'test.countd'"))
    }

    @Test func pluginsAreRejected() throws {
        let error = try #require(throws: PipelineError.self) {
            try Pipeline(yaml: text + "\nplugins: FilmGrain\n", catalogue: .withTestStages)
        }
        guard case .invalid(let diagnostics) = error else { throw error }
        let found = try #require(diagnostics.errors.first)
        #expect(found.code == "plugin-in-program" && found.location?.line == 11)
    }

    @Test func graphListsStagesAndLinks() throws {
        let pipeline = try Pipeline(yaml: text, catalogue: .withTestStages)
        #expect(pipeline.graph.links.map { [$0.from, $0.to, $0.payload] } == [["source", "sink", "sample"]])
        #expect(pipeline.graph.text.contains("sample -> sink (test.counted)"))
        #expect(pipeline.graph.dot.contains("\"source\" -> \"sink\""))
    }

    @Test func catalogueListsBuiltInStages() {
        let catalogue = StageCatalogue.builtIn
        #expect(catalogue["fmp4.segment"]?.outputName == "segment")
        #expect(catalogue["program.frames"]?.role == .source)
        #expect(catalogue["test.counting"] == nil)
    }
}
