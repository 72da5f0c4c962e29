import Foundation
import OutsidePrograms
import Testing

/// Plugins that are linked into the tool.
@Suite struct LinkedPluginTests {
    private static let tool = Result { try OutsideProgram.tool(with: ["SceneCut", "LoudnessMeter"]) }

    /// Copies an example plugin without its build.
    private func copy(_ name: String, to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            at: Sluice.package.appending(path: "Plugins/\(name)/pipeline.yaml"),
            to: folder.appending(path: "pipeline.yaml"))
    }

    @Test func theToolHasTheStagesOfLinkedPlugins() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.run(Self.tool.get(), ["stages"]).succeeded()
            #expect(outcome.output.contains("scene.cut") && outcome.output.contains("loudness.meter"))
            #expect(!outcome.output.contains("timecode.burn-in"))
        }
    }

    @Test func aPipelineRunsALinkedPluginThatIsNotBuilt() async throws {
        try await Scratch.use { scratch in
            try copy("SceneCut", to: scratch.file("SceneCut"))
            let movie = scratch.file("scenes.mp4")
            let source = "testsrc=d=1:r=25:s=320x180[a];color=c=white:d=1:r=25:s=320x180[b];[a][b]concat"
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-filter_complex", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", movie.path]
            ).succeeded()
            let arguments = [
                "run", "SceneCut/pipeline.yaml", "--set", "input=\(movie.path)", "--set",
                "output=\(scratch.file("out").path)",
            ]
            let outcome = try await scratch.run(Self.tool.get(), arguments).succeeded()
            #expect(outcome.errors.contains("new scene at 1"), "\(outcome)")
            let unlinked = try await scratch.sluice("check", "SceneCut/pipeline.yaml")
            #expect(unlinked.errors.contains("plugin 'SceneCut' is not built"), "\(unlinked)")
        }
    }

    @Test func aPluginWithoutARegisteringTypeIsNamed() async throws {
        try await Scratch.use { scratch in
            let tool = try OutsideProgram.tool(with: ["FilmGrain"])
            let outcome = try await scratch.run(tool, ["stages"])
            #expect(outcome.code != 0)
            #expect(outcome.errors.contains("this program contains no plugin 'FilmGrain'"), "\(outcome)")
        }
    }
}
