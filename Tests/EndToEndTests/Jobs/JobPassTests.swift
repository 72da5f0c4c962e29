import Foundation
import Testing

/// Jobs with two passes, whose bits follow the complexity of the whole movie.
@Suite struct JobPassTests {
    private static let kilobits = 400.0
    private static let seconds = 12.0

    @Test func bitsFollowTheComplexityOfTheMovie() async throws {
        try await Scratch.use { scratch in
            let movie = try await Self.movie(in: scratch)
            var (spreads, bytes): ([String: Double], [String: Double]) = ([:], [:])
            for (name, passes, control) in [("one", 1, "constrained"), ("two", 2, "average")] {
                let options = "passes: \(passes), encoder: x264"
                let pipeline = try await Self.pipeline(movie, options, control: control, in: scratch)
                _ = try await scratch.sluice("job", "plan", pipeline, name, "--chunk", "3s").succeeded()
                if passes == 2 { try await expectWaiting(name, in: scratch) }
                _ = try await scratch.sluice("job", "run", name, "--jobs", "\(passes)", limit: 120).succeeded()
                spreads[name] = try await Self.spread("\(name)/video/playlist.m3u8", movie, in: scratch)
                bytes[name] = try Self.bytes(name, in: scratch)
            }
            let expected = Self.kilobits * 1000 / 8 * Self.seconds
            let ratio = bytes["two", default: 0] / expected
            #expect(abs(ratio - 1) < 0.02, "\(ratio) of the requested bytes")
            #expect(spreads["two", default: 99] < spreads["one", default: 0] * 0.6, "\(spreads)")
            try await expectEqualResult("two", in: scratch)
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
            _ = try await scratch.sluice("job", "plan", pipeline, "hevc", "--chunk", "6s").succeeded()
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

    /// A movie whose first half is simple, and whose second half is detailed and noisy.
    private static func movie(in scratch: Scratch) async throws -> URL {
        let half = Int(seconds / 2)
        let filter =
            "[1:v]trim=duration=\(half),noise=alls=12:allf=t,format=yuv420p[b];[0:v]format=yuv420p[a];[a][b]concat=n=2:v=1"
        _ = try await scratch.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=s=320x180:r=25:d=\(half)", "-f", "lavfi", "-i",
                "mandelbrot=s=320x180:r=25:end_scale=0.05", "-filter_complex", filter, "-c:v", "libx264", "-preset",
                "ultrafast", "-crf", "12", "movie.mp4",
            ], limit: 60
        ).succeeded()
        return scratch.file("movie.mp4")
    }

    private static func pipeline(
        _ movie: URL, _ encoding: String, control: String = "average", in scratch: Scratch
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
                  { bitrate: \(Int(kilobits))kbps, rate-control: \(control), preset: superfast, threads: 1, \(encoding) }
              segments: { use: fmp4.segment, from: [video], with: { interval: 1s } }
              playlists: { use: hls.playlist, from: segments, with: { type: vod } }
              folder: { use: file.folder, from: playlists, with: { path: whole } }

            """
        ).path
    }

    /// The difference in dB between the mean luma PSNR of the simple and of the detailed half.
    private static func spread(_ playlist: String, _ source: URL, in scratch: Scratch) async throws -> Double {
        let values = try await JobQuality.psnr(of: playlist, source, in: scratch)
        let half = values.count / 2
        func mean(_ part: ArraySlice<Double>) -> Double { part.reduce(0, +) / Double(max(1, part.count)) }
        return abs(mean(values[..<half]) - mean(values[half...]))
    }

    private static func bytes(_ folder: String, in scratch: Scratch) throws -> Double {
        Double(try JobQuality.bytes(folder, in: scratch))
    }
}
