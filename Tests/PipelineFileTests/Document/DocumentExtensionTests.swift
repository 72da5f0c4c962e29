import PipelineFile
import PipelineRuntime
import StageKit
import Testing

struct DocumentExtensionTests {
    let live = """
        pipeline: live
        about: a test picture
        parameters: { interval: 6s, output: Output/live }
        stages:
          camera: { use: test.video }
          backdrop: { use: test.video }
          keyframes: { use: keyframe.force, from: [camera, backdrop], with: { interval: "${interval}" } }
          video: { use: video.encode, from: keyframes }
          segments: { use: fmp4.segment, from: video, with: { interval: "${interval}" } }
          playlists: { use: hls.playlist, from: segments }
          folder: { use: file.folder, from: playlists, with: { path: "${output}" } }
        """

    private func names(_ text: String) throws -> [String] {
        let result = load(text, others: ["live.yaml": live])
        let plan = try #require(result.plan, "\(result.text)")
        return plan.stages.map(\.name)
    }

    @Test func sourceIsSwappedByRemovalAndAddition() throws {
        let names = try names(
            """
            extends: live.yaml
            stages:
              camera: ~
              backdrop: null
              picture: { use: test.video }
              keyframes: { use: keyframe.force, from: picture }
            """)
        #expect(names == ["picture", "keyframes", "video", "segments", "playlists", "folder"])
    }

    @Test func stageWithSameNameKeepsPosition() throws {
        let result = load(
            """
            extends: live.yaml
            stages:
              backdrop: { use: test.video, with: { live: true } }
              camera: { use: test.video, with: { rate: 25 } }
            """, others: ["live.yaml": live])
        let plan = try #require(result.plan, "\(result.text)")
        #expect(plan.stages.map(\.name).prefix(3) == ["camera", "backdrop", "keyframes"])
        #expect(plan.name == "main")
        #expect(plan.about == "a test picture")
    }

    @Test func chainOfNewStagesPrecedesFirstReader() throws {
        let names = try names(
            """
            extends: live.yaml
            stages:
              camera: ~
              backdrop: ~
              picture: { use: test.video }
              marks: { use: keyframe.force, from: picture }
              keyframes: { use: keyframe.force, from: marks }
            """)
        #expect(names.prefix(3) == ["picture", "marks", "keyframes"])
    }

    @Test func unreadNewStagesAreAppended() throws {
        let names = try names(
            """
            extends: live.yaml
            stages:
              others: { use: hls.playlist, from: segments }
              archive: { use: file.folder, from: others, with: { path: Archive } }
            """)
        #expect(names.suffix(3) == ["folder", "others", "archive"])
    }

    @Test func parametersAreReplacedAndAdded() throws {
        let result = load(
            """
            extends: live.yaml
            pipeline: mine
            parameters: { interval: 90s, rate: 50 }
            stages:
              camera: { use: test.video, with: { rate: "${rate}" } }
            """, others: ["live.yaml": live])
        #expect(result.codes == ["out-of-range"], "the interval of the extending file is used")
        #expect(result.diagnostics.first?.location?.file == "live.yaml")
        #expect(result.diagnostics.first?.notes.last == "'${interval}' is '90s', the default in main.yaml:3")
    }

    @Test func extendedFileIsRelativeToFile() {
        var paths: [String] = []
        _ = PipelineFile.load(path: "a/b/main.yaml", catalogue: testCatalogue) { path, _ in
            paths.append(path)
            return Array("extends: ../live.yaml".utf8)
        }
        #expect(paths == ["a/b/main.yaml", "a/b/../live.yaml"])
    }
}
