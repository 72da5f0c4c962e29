import Foundation
import Testing

/// Jobs with stages of plugins, which declare the media that they require before a portion.
@Suite struct JobPluginTests {
    private static let scenes =
        "testsrc=d=3:r=25:s=320x180[a];color=c=white:d=2:r=25:s=320x180[b];testsrc=d=3:r=25:s=320x180[c];"
        + "[a][b][c]concat=n=3"

    @Test func scenesOfChunksAreThoseOfOneRun() async throws {
        try await Scratch.use { scratch in
            try await prepare(scratch)
            let run = [
                "run", "SceneCut/pipeline.yaml", "--quiet", "--set", "input=scenes.mp4", "--set", "output=whole",
            ]
            _ = try await scratch.command(run, limit: 120).run().succeeded()
            let plan = ["job", "plan", "SceneCut/pipeline.yaml", "job", "--chunk", "2s", "--set", "input=scenes.mp4"]
            _ = try await scratch.command(plan, limit: 60).run().succeeded()
            _ = try await scratch.sluice("job", "run", "job", limit: 240).succeeded()
            let whole = try await syncTimes("whole", in: scratch)
            let job = try await syncTimes("job", in: scratch)
            // The boundaries at 2, 4 and 6 s, and the scenes at 3 and 5 s.
            #expect(whole == job && whole.count == 6, "\(whole) \(job)")
        }
    }

    /// Makes the movie, and builds the plugin.
    private func prepare(_ scratch: Scratch) async throws {
        let making = ["-v", "error", "-filter_complex", Self.scenes, "-pix_fmt", "yuv420p", "-c:v", "libx264"]
        _ = try await scratch.run("ffmpeg", making + ["scenes.mp4"]).succeeded()
        let folder = Sluice.package.appending(path: "Plugins/SceneCut")
        try FileManager.default.copyItem(at: folder, to: scratch.file("SceneCut"))
        _ = try await scratch.sluice("plugin", "build", "SceneCut", limit: 300).succeeded()
        let file = scratch.file("SceneCut/pipeline.yaml")
        let text = try String(contentsOf: file, encoding: .utf8)
        try Data(text.replacing("interval: 6s", with: "interval: 2s").utf8).write(to: file)
    }

    private func syncTimes(_ folder: String, in scratch: Scratch) async throws -> [Int64] {
        let video = try await Presentation(folder: scratch.file(folder)).rendition("video", in: scratch)
        let packets = try await video.packets(isRaw: true, in: scratch).packets("video")
        return packets.filter(\.isSync).compactMap(\.pts)
    }
}
