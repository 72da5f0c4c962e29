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
