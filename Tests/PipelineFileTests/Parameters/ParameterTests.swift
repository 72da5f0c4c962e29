import Foundation
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
            pipeline: "${name}"
            parameters: { name: some, title: some, out-folder: Output }
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

    @Test func parameterMayBePartOfValue() throws {
        #expect(try path(of: loadFolder("\"in/${title}-${title}.mp4\"")) == "in/some-some.mp4")
    }

    @Test func settingsPrecedeEnvironmentAndDefault() throws {
        let environment = ["SLUICE_PARAM_TITLE": "a"]
        #expect(try path(of: loadFolder("\"${title}\"", environment: environment)) == "a")
        #expect(try path(of: loadFolder("\"${title}\"", settings: ["title": "b"], environment: environment)) == "b")
    }

    @Test func hyphensAreUnderscoresInEnvironment() throws {
        let result = loadFolder("\"${out-folder}\"", environment: ["SLUICE_PARAM_OUT_FOLDER": "a"])
        #expect(try path(of: result) == "a")
        #expect(result.plan?.environment == ["out-folder (SLUICE_PARAM_OUT_FOLDER)"])
    }

    @Test func unprefixedVariablesAreIgnored() throws {
        let environment = ["title": "a", "TITLE": "b", "out_folder": "c", "SLUICE_PARAM_title": "d"]
        let result = loadFolder("\"${title}-${out-folder}\"", environment: environment)
        #expect(try path(of: result) == "some-Output")
        #expect(result.plan?.environment == [])
    }

    @Test func fileContentIsInsertedAndMasked() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "sluice-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "secret").path
        try Data("hunter2\n".utf8).write(to: URL(filePath: file))
        #expect(try path(of: loadFolder("\"a-${file:\(file)}-b\"")) == "a-hunter2-b")
        #expect(loadFolder("\"${file:\(folder.path)/none}\"").codes == ["unreadable-file"])
        let wrong = load(
            "stages:\n  movie: { use: test.video, with: { rate: \"${file:\(file)}\" } }\n  folder: { use: file.folder, from: movie }\n"
        )
        #expect(!wrong.codes.isEmpty && !wrong.text.contains("hunter2"), "\(wrong.text)")
    }

    @Test func doubledDollarIsLiteral() throws {
        #expect(try path(of: loadFolder("\"$${title} $5 $$\"")) == "${title} $5 $$")
    }

    @Test func valuesAreNotExpandedTwice() throws {
        #expect(try path(of: loadFolder("\"${title}\"", settings: ["title": "${title}"])) == "${title}")
    }

    @Test func nameMayContainParameter() throws {
        let plan = try #require(loadFolder("a").plan)
        #expect(plan.name == "some")
    }

    @Test func expansionIsLimited() {
        let long = String(repeating: "x", count: 60_000)
        let result = loadFolder(
            "\"" + String(repeating: "${title}", count: 40) + "\"", settings: ["title": long])
        #expect(result.codes == ["limit-reached"])
    }
}
