import Foundation
import Testing

/// Ladders that are chosen for one title.
@Suite struct JobLadderTests {
    @Test func chosenLadderIsPlannedAndEncoded() async throws {
        try await Scratch.use { scratch in
            let movie = try await Movie(description: "a title", seconds: 4, size: "640x360", keyframeDistance: 75)
                .file()
            let options = ["--ladder", "per-title", "--interval", "2s", "--chunk", "2s"]
            var plans: [Data] = []
            for folder in ["one", "two"] {
                let plan = try await scratch.command(
                    ["job", "plan", movie.path, folder] + options, limit: 300
                ).run().succeeded()
                #expect(plan.output.contains("SSIM dB") && plan.output.contains("640x360"), "\(plan)")
                plans.append(try Data(contentsOf: scratch.file("\(folder)/.job/plan.json")))
            }
            let ladders = try plans.map { try JSONDecoder().decode(PlannedLadder.self, from: $0).ladder }
            #expect(ladders[0] == ladders[1], "the choice is deterministic")
            let rungs = ladders[0].rungs.map(\.point)
            #expect(rungs.count >= 2 && zip(rungs, rungs.dropFirst()).allSatisfy { $0.decibels > $1.decibels })
            _ = try await scratch.sluice("job", "run", "one", limit: 300).succeeded()
            let index = try String(contentsOf: scratch.file("one/index.m3u8"), encoding: .utf8)
            let rates = index.matches(of: /STREAM-INF:BANDWIDTH=[0-9]+,AVERAGE-BANDWIDTH=([0-9]+),.*RESOLUTION/)
            #expect(rates.count >= rungs.count, "\(index)")
        }
    }

    private struct PlannedLadder: Decodable {
        struct Ladder: Decodable, Equatable {
            struct Rung: Decodable, Equatable { var point: Point }
            struct Point: Decodable, Equatable {
                var quality: Int
                var kilobits: Double
                var decibels: Double
            }
            var rungs: [Rung]
        }
        var ladder: Ladder
    }
}
