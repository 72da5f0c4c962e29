import PipelineFile
import PipelineRuntime
import StageKit
import Testing

struct ParameterTests {
    private func loadFolder(
        _ path: String, settings: [String: String] = [:], environment: [String: String] = [:]
    ) -> PipelineFileResult {
        load(
            """
            pipeline: "${title}"
            parameters: { title: some, out-folder: Output }
            stages:
              movie: { use: mp4.read, with: { path: \(path) } }
              segments: { use: fmp4.segment, from: movie }
              playlists: { use: hls.playlist, from: segments }
              folder: { use: file.folder, from: playlists, with: { path: Output } }
            """, settings: settings, environment: environment)
    }

    private func path(of result: PipelineFileResult) throws -> String {
        let plan = try #require(result.plan, "\(result.text)")
        guard case .source(let source) = plan.stages[0].stage else { return "" }
        return try #require(source as? MovieSource).path
    }

    @Test func aParameterMayBePartOfAValue() throws {
        #expect(try path(of: loadFolder("\"in/${title}-${title}.mp4\"")) == "in/some-some.mp4")
    }

    @Test func settingsWinOverTheEnvironmentAndThatOverTheDefault() throws {
        #expect(try path(of: loadFolder("\"${title}\"", environment: ["title": "a"])) == "a")
        #expect(try path(of: loadFolder("\"${title}\"", settings: ["title": "b"], environment: ["title": "a"])) == "b")
    }

    @Test func theEnvironmentWritesAHyphenAsAnUnderscore() throws {
        #expect(try path(of: loadFolder("\"${out-folder}\"", environment: ["out_folder": "a"])) == "a")
    }

    @Test func aDoubledDollarIsText() throws {
        #expect(try path(of: loadFolder("\"$${title} $5 $$\"")) == "${title} $5 $$")
    }

    @Test func aValueIsNotReadForParametersAgain() throws {
        #expect(try path(of: loadFolder("\"${title}\"", settings: ["title": "${title}"])) == "${title}")
    }

    @Test func theNameMayHoldAParameter() throws {
        let plan = try #require(loadFolder("a").plan)
        #expect(plan.name == "some")
    }

    @Test func manyLongValuesReachALimit() {
        let long = String(repeating: "x", count: 60_000)
        let result = loadFolder(
            "\"" + String(repeating: "${title}", count: 40) + "\"", settings: ["title": long])
        #expect(result.codes == ["limit-reached"])
    }
}
