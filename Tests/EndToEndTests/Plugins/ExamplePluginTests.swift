import Foundation
import Testing

/// The example plugins of the project, built and run like third-party plugins.
@Suite struct ExamplePluginTests {
    @Test func theTimecodeIsInThePictures() async throws {
        try await Scratch.use { scratch in
            try await run("TimecodeBurnIn", in: scratch)
            let rendition = try #require(Presentation(folder: scratch.file("out")).renditions.first)
            #expect(rendition.playlist.segments.map(\.duration) == [2, 2, 2, 2, 2])
            // The band at the bottom has black and white, which the test pattern does not have there.
            let filter = "crop=240:36:0:324,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-"
            let file = try rendition.joined(in: scratch)
            let looked = try await scratch.run(
                "ffmpeg", ["-v", "error", "-i", file.path, "-vf", filter, "-f", "null", "-"]
            ).succeeded()
            let means = looked.output.matches(of: /YAVG=([0-9.]+)/).compactMap { Double($0.1) }
            #expect(means.count == 300 && means.allSatisfy { (40...120).contains($0) }, "\(means.prefix(5))")
        }
    }

    @Test func theLoudnessIsWhatFfmpegMeasures() async throws {
        try await Scratch.use { scratch in
            let sound = scratch.file("sound.mp4")
            let source = "anoisesrc=d=8:c=pink:a=0.2:r=48000:seed=1,volume='if(lt(t,4),1,0.1)':eval=frame"
            _ = try await scratch.run(
                "ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-ac", "2", "-c:a", "alac", sound.path]
            ).succeeded()
            try await run("LoudnessMeter", "input=\(sound.path)", in: scratch)
            let reading = try JSONDecoder().decode(
                Reading.self, from: Data(contentsOf: scratch.file("out/loudness.json")))
            let judged = try await scratch.run(
                "ffmpeg", ["-i", sound.path, "-af", "ebur128=peak=sample", "-f", "null", "-"])
            let summary = judged.errors.suffix(800)
            let loudness = try #require(summary.firstMatch(of: /I:\s+(-[0-9.]+) LUFS/).flatMap { Double($0.1) })
            let peak = try #require(summary.firstMatch(of: /Peak:\s+(-[0-9.]+) dBFS/).flatMap { Double($0.1) })
            #expect(abs(reading.integrated - loudness) < 0.15, "\(reading) \(loudness)")
            #expect(abs(reading.samplePeak - peak) < 0.15, "\(reading) \(peak)")
        }
    }

    @Test func aNewSceneBeginsWithAKeyframe() async throws {
        try await Scratch.use { scratch in
            let movie = scratch.file("scenes.mp4")
            let source = "testsrc=d=3:r=25:s=320x180[a];color=c=white:d=3:r=25:s=320x180[b];[a][b]concat"
            _ = try await scratch.run(
                "ffmpeg",
                ["-v", "error", "-filter_complex", source, "-pix_fmt", "yuv420p", "-c:v", "libx264", movie.path]
            ).succeeded()
            let outcome = try await run("SceneCut", "input=\(movie.path)", in: scratch)
            #expect(outcome.errors.contains("new scene at 3"), "\(outcome)")
            let rendition = try await Presentation(folder: scratch.file("out")).rendition("video", in: scratch)
            let packets = try await rendition.packets(isRaw: true, in: scratch).packets("video")
            let first = try #require(packets.first?.pts)
            let sync = packets.filter(\.isSync).compactMap(\.pts).map { $0 - first }
            #expect(sync.count == 2 && sync.first == 0, "\(sync)")
        }
    }

    @Test func eachSegmentIsToldOnceItIsInTheFolder() async throws {
        try await Scratch.use { scratch in
            try await run("SegmentHook", in: scratch)
            let text = try String(contentsOf: scratch.file("out/published.jsonl"), encoding: .utf8)
            let lines = text.split(separator: "\n")
            #expect(lines.count == 6 && lines.allSatisfy { $0.contains("\"path\":\"video/") }, "\(text)")
        }
    }

    /// Builds a copy of a plugin, so that the project folder stays unchanged, and runs its pipeline into `out`.
    @discardableResult
    private func run(_ name: String, _ settings: String..., in scratch: Scratch) async throws -> Outcome {
        try FileManager.default.copyItem(
            at: Sluice.package.appending(path: "Plugins/\(name)"), to: scratch.file(name))
        _ = try await scratch.sluice("plugin", "build", name, limit: 180).succeeded()
        let reference = try await scratch.sluice("stages", "--markdown", "--plugin", "./\(name)").succeeded().output
        let committed = try? String(contentsOf: scratch.file("\(name)/Reference.md"), encoding: .utf8)
        #expect(reference == committed, "the reference of \(name) is stale: run 'make reference' and commit it")
        let arguments = ["run", "\(name)/pipeline.yaml"] + (["output=out"] + settings).flatMap { ["--set", $0] }
        return try await scratch.command(arguments, limit: 120).run().succeeded()
    }

    private struct Reading: Decodable {
        var integrated: Double
        var samplePeak: Double
    }
}
