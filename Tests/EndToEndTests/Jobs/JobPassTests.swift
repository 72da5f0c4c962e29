import Foundation
import Testing

/// Jobs with two passes, whose bits follow the complexity of the whole movie.
@Suite struct JobPassTests {
    private static let kilobits = 400.0
    private static let seconds = 12.0

    /// Chunks have the bits and the quality of a job of one chunk, whose encoder sees the whole movie.
    @Test(arguments: ["superfast", "medium"]) func chunksHaveTheQualityOfOneRun(preset: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(in: scratch)
            let pipeline = try await Self.pipeline(movie, "passes: 2, encoder: x264", preset: preset, in: scratch)
            for (name, chunk) in [("one", "12s"), ("two", "3s")] {
                _ = try await scratch.sluice("job", "plan", pipeline, name, "--chunk", chunk).succeeded()
                if name == "two" { try await expectWaiting(name, in: scratch) }
                _ = try await scratch.sluice("job", "run", name, "--jobs", "2", limit: 240).succeeded()
            }
            let quality = try await JobQuality("one", "two", movie, in: scratch)
            #expect(quality.meanDifference < 0.5, "\(quality)")
            // The quality of the mean error, which the detailed parts dominate.
            #expect(quality.differenceOfMeans < 0.5, "\(quality)")
            let ratio = try Self.bytes("two", in: scratch) / (Self.kilobits * 1000 / 8 * Self.seconds)
            #expect(abs(ratio - 1) < 0.02, "\(ratio) of the requested bytes")
            if preset == "superfast" { try await expectEqualResult("two", in: scratch) }
        }
    }

    /// The bits of each frame depend on all frames before, so that chunks with a new start would have other bits.
    @Test func onePassWithAnAverageBitRateGivesTheBytesOfOneRun() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(in: scratch)
            let pipeline = try await Self.pipeline(movie, "encoder: x264", in: scratch)
            _ = try await scratch.sluice("run", pipeline, "--quiet", limit: 120).succeeded()
            let planned = try await scratch.sluice("job", "plan", pipeline, "one", "--chunk", "3s").succeeded()
            #expect(planned.output.contains("1 tasks (0 chunks"), "\(planned)")
            #expect(planned.errors.contains("'video' is encoded by one task"), "\(planned)")
            _ = try await scratch.sluice("job", "run", "one", limit: 120).succeeded()
            let difference = try await scratch.run(
                "diff", ["-r", "-x", ".job", "-x", ".sluice-journal", "whole", "one"])
            #expect(difference.code == 0, "\(difference)")
        }
    }

    @Test func movieWithTwoPassesIsPlannedForX265AndRefusedWithOthers() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(in: scratch)
            let pipeline = try await Self.pipeline(
                movie, "passes: 2, codec: hevc, encoder: x265", in: scratch)
            _ = try await scratch.sluice("job", "plan", pipeline, "hevc", "--chunk", "3s").succeeded()
            _ = try await scratch.sluice("job", "run", "hevc", limit: 120).succeeded()
            let ratio = try Self.bytes("hevc", in: scratch) / (Self.kilobits * 1000 / 8 * Self.seconds)
            #expect(abs(ratio - 1) < 0.03, "\(ratio) of the requested bytes")
            let whole = try await scratch.sluice("run", pipeline)
            #expect(whole.code != 0 && whole.errors.contains("requires a job"), "\(whole)")
            let refused = try await Self.pipeline(movie, "passes: 2, encoder: openh264", in: scratch)
            let check = try await scratch.sluice("check", refused)
            #expect(check.code != 0 && check.errors.contains("use encoder x264 or x265"), "\(check)")
        }
    }

    /// Chunks require all analyses, and end with exit code 75 before these are done.
    private func expectWaiting(_ name: String, in scratch: Scratch) async throws {
        let early = try await scratch.sluice("job", "work", name, "--index", "7")
        #expect(early.code == 75 && early.errors.contains("requires the results of the analyses"), "\(early)")
    }

    /// Another number of workers makes the same files.
    private func expectEqualResult(_ name: String, in scratch: Scratch) async throws {
        let pipeline = scratch.file("job.yaml").path
        _ = try await scratch.sluice("job", "plan", pipeline, "again", "--chunk", "3s").succeeded()
        _ = try await scratch.sluice("job", "run", "again", "--jobs", "4", limit: 120).succeeded()
        let difference = try await scratch.run("diff", ["-r", "-x", ".job", name, "again"])
        #expect(difference.code == 0, "\(difference)")
    }

    /// A movie of four parts, from blurred to detailed and noisy.
    private static func movie(in scratch: Scratch) async throws -> URL {
        let parts = ["noise=alls=2:allf=t", "noise=alls=8:allf=t", "noise=alls=20:allf=t", "gblur=3"].enumerated()
        let filter =
            "[0:v]trim=duration=12,split=4[s0][s1][s2][s3];"
            + parts.map { "[s\($0)]trim=\($0 * 3):\($0 * 3 + 3),setpts=PTS-STARTPTS,\($1)[p\($0)];" }.joined()
            + "[p0][p1][p2][p3]concat=n=4:v=1,format=yuv420p"
        return try await made(
            "parts.mp4",
            byFFmpeg: [
                "-f", "lavfi", "-i", "mandelbrot=s=320x180:r=25:end_scale=0.02", "-filter_complex", filter, "-c:v",
                "libx264", "-preset", "ultrafast", "-crf", "10",
            ])
    }

    private static func pipeline(
        _ movie: URL, _ encoding: String, preset: String = "superfast", in scratch: Scratch
    ) async throws -> String {
        try scratch.write(
            "job.yaml",
            """
            pipeline: passes
            stages:
              movie: { use: file.decode, with: { path: \(movie.path) } }
              keyframes: { use: keyframe.force, from: movie, with: { interval: 1s } }
              video:
                use: video.encode
                from: keyframes
                with:
                  { bitrate: \(Int(kilobits))kbps, rate-control: average, preset: \(preset), threads: 1, \(encoding) }
              segments: { use: fmp4.segment, from: [video], with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              folder: { use: file.folder, from: playlists, with: { path: whole } }

            """
        ).path
    }

    private static func bytes(_ folder: String, in scratch: Scratch) throws -> Double {
        Double(try JobQuality.bytes(folder, in: scratch))
    }
}
