import Foundation
import Testing

/// Results that do not depend on the number of workers, their order, or failures.
@Suite struct JobEqualityTests {
    @Test func presentationsOfAnyNumberOfWorkersAreEqual() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie(
                description: "a job of six chunks", seconds: 12, size: "160x90", rate: "30000/1001",
                keyframeDistance: 75
            ).file()
            let pipeline = try await JobPipelineFile.write(in: scratch, movie: movie)
            let folders = [("w1", 1), ("w2", 2), ("w4", 4), ("w8", 8)]
            for (folder, workers) in folders {
                let options = ["--chunk", "2s"]
                _ = try await scratch.command(["job", "plan", pipeline, folder] + options, limit: 60).run().succeeded()
                try await disturb(folder, seed: workers, in: scratch)
                _ = try await scratch.sluice("job", "run", folder, "--jobs", "\(workers)", limit: 240).succeeded()
            }
            for (folder, _) in folders.dropFirst() {
                let difference = try await scratch.run("diff", ["-r", "-x", ".job", "w1", folder])
                #expect(difference.code == 0, "\(folder): \(difference)")
            }
            let validation = try await scratch.sluice("validate", "w8/index.m3u8")
            #expect(validation.output.contains("0 required"), "\(validation)")
            let decoding = try await scratch.run(
                "ffmpeg", ["-v", "warning", "-xerror", "-i", "w8/index.m3u8", "-map", "0", "-f", "null", "-"])
            #expect(decoding.code == 0 && decoding.errors.isEmpty, "\(decoding)")
        }
    }

    /// By default, x264 encodes pictures of this size with several threads, whose bytes differ from run to run.
    @Test func encodingAgainGivesTheSameBytes() async throws {
        try await Scratch.use { scratch in
            let source = ["-f", "lavfi", "-i", "testsrc2=size=640x360:rate=25:duration=6,noise=alls=20:allf=t"]
            let movie = try await made(
                "noise.mp4", byFFmpeg: source + ["-c:v", "libx264", "-preset", "ultrafast", "-g", "50"])
            for folder in ["one", "other"] {
                _ = try await scratch.sluice(
                    "job", "plan", movie.path, folder, "--chunk", "2s", "--interval", "2s", limit: 60
                ).succeeded()
                _ = try await scratch.sluice("job", "run", folder, limit: 240).succeeded()
            }
            func difference() async throws -> Outcome {
                try await scratch.run("diff", ["-r", "-x", ".job", "one", "other"])
            }
            let repeated = try await difference()
            #expect(repeated.code == 0, "\(repeated)")
            let segment = try #require(
                FileManager.default.enumerator(at: scratch.file("other"), includingPropertiesForKeys: nil)?
                    .compactMap { $0 as? URL }.first { $0.lastPathComponent == "segment-00002.m4s" })
            let handle = try FileHandle(forUpdating: segment)
            try handle.seek(toOffset: 500)
            try handle.write(contentsOf: Data("damage".utf8))
            try handle.close()
            #expect(try await difference().code == 1)
            _ = try await scratch.sluice("job", "resume", "other", limit: 240).succeeded()
            let resumed = try await difference()
            #expect(resumed.code == 0, "\(resumed)")
        }
    }

    /// Inputs whose audio lasts longer than their video: the length of video in seconds, and the start of audio.
    @Test(arguments: [
        (video: "4", audio: "0", container: "mp4"), ("4", "0", "ts"), ("3.96", "3", "mkv"), ("0.04", "0", "mp4"),
        ("5", "0", "ts"),
    ])
    func audioOutsideOfVideoIsCutOnTheGrid(video: String, audio: String, container: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "outlasted-\(video)-\(audio).\(container)",
                byFFmpeg: [
                    "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=\(video)", "-itsoffset", audio, "-f",
                    "lavfi", "-i", "sine=sample_rate=48000:duration=10", "-c:v", "libx264", "-preset", "ultrafast",
                    "-g", "50", "-c:a", "aac",
                ])
            _ = try await scratch.sluice("segment", movie.path, "run", "--encode", "--interval", "2s", limit: 120)
                .succeeded()
            for (folder, options) in [("whole", []), ("divided", ["--audio-chunk", "2s"])] {
                _ = try await scratch.command(
                    ["job", "plan", movie.path, folder, "--chunk", "2s", "--interval", "2s"] + options, limit: 60
                ).run().succeeded()
                _ = try await scratch.sluice("job", "run", folder, limit: 240).succeeded()
            }
            func durations(_ folder: String, _ track: String) throws -> [Double] {
                let name = try #require(
                    FileManager.default.contentsOfDirectory(atPath: scratch.file(folder).path)
                        .first { $0.hasPrefix(track) })
                return try String(contentsOf: scratch.file("\(folder)/\(name)/playlist.m3u8"), encoding: .utf8).split(
                    separator: "\n"
                )
                .compactMap { $0.wholeMatch(of: /#EXTINF:([0-9.]+),.*/).flatMap { Double($0.1) } }
            }
            for track in ["video", "audio"] {
                let expected = try durations("run", track)
                #expect(expected.count >= 5 && expected.allSatisfy { $0 < 2.1 && $0 > 0.03 }, "\(track): \(expected)")
                for folder in ["whole", "divided"] {
                    let found = try durations(folder, track)
                    #expect(
                        found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) < 0.03 },
                        "\(folder) \(track): \(found), \(expected)")
                }
            }
        }
    }

    /// Processes some tasks in another order, kills others while they run, and starts one twice at the same time.
    private func disturb(_ folder: String, seed: Int, in scratch: Scratch) async throws {
        // Seven tasks: one of audio, and six chunks. The multiples of 5 and 3 modulo 7 are a permutation.
        for step in 0..<3 {
            let index = (seed + step * 5) % 7
            let delay = "0.\(1 + (seed * 3 + step * 2) % 9)"
            // Killed at an arbitrary time, or done before.
            _ = try await scratch.run(
                "timeout",
                ["-s", "KILL", delay, Sluice.tool.path, "job", "work", folder, "--index", "\(index)"])
        }
        let twice = "\((seed * 3) % 7)"
        async let one = scratch.sluice("job", "work", folder, "--index", twice, limit: 120)
        async let other = scratch.sluice("job", "work", folder, "--index", twice, limit: 120)
        let outcomes = try await [one, other]
        #expect(outcomes.allSatisfy { $0.code == 0 }, "\(outcomes)")
    }
}
