import EncodingJobs
import Media
import StageKit
import Testing

/// The distribution of bits over chunks.
@Suite struct BitAllocationTests {
    private func allocation(_ bytes: [Int], seconds: [Int64]) -> [Double] {
        BitAllocation(zip(bytes, seconds).map { ChunkComplexity(byteCount: $0, duration: .seconds($1)) }).shares
    }

    @Test(
        arguments: [
            ([100, 300, 200], [10, 10, 10]), ([1, 1_000_000, 1000, 50], [60, 60, 60, 7]), ([0, 0, 900], [8, 8, 1]),
            ([0, 5], [10, 10]),
        ] as [([Int], [Int64])])
    func sharesKeepTheAverageWithinTheirBounds(bytes: [Int], seconds: [Int64]) {
        let shares = allocation(bytes, seconds: seconds)
        let total = zip(shares, seconds).reduce(0) { $0 + $1.0 * Double($1.1) }
        #expect(abs(total / Double(seconds.reduce(0, +)) - 1) < 1e-6 || shares.max() == BitAllocation.bounds.upperBound)
        #expect(shares.allSatisfy { $0 >= BitAllocation.bounds.lowerBound && $0 <= BitAllocation.bounds.upperBound })
    }

    /// With the exponent of encoders, `qcomp`.
    @Test func sharesFollowTheComplexityOfEachSecond() {
        // The second chunk is twice as long, with the same bytes for each second as the first one.
        let shares = allocation([100, 200, 200], seconds: [10, 20, 10])
        #expect(abs(shares[0] - shares[1]) < 1e-6 && abs(shares[2] / shares[0] - 1.5157) < 1e-4)
    }

    @Test func unknownComplexitiesLeaveEqualShares() {
        #expect(allocation([0, 0], seconds: [10, 10]) == [1, 1])
        #expect(allocation([5, 7], seconds: [0, 0]) == [1, 1])
        #expect(allocation([], seconds: []).isEmpty)
    }

    @Test func analysesAreTheFirstTasksAndNoPartOfTheResult() async throws {
        let encoding = TwoPassEncoding { stage in
            guard case .processor(let encoder) = stage, encoder is ScriptedVideo else { return nil }
            return stage
        } pass: { stage, _, _ in
            stage
        }
        let plan = try await ScriptedPipeline.job(encoding: encoding)
        #expect(
            plan.tasks.map(\.kind) == Array(repeating: .analysis, count: 4) + [.whole]
                + Array(repeating: .chunk, count: 4))
        #expect(plan.tasks[0].stages == ["movie", "filter", "keyframes", "video", "segments"])
        #expect(plan.tasks[1].start == plan.tasks[6].start && plan.tasks[1].end == plan.tasks[6].end)
        let rounds = JobPlan.rounds(plan.tasks.reversed())
        #expect(rounds.map(\.count) == [4, 5] && rounds[0].allSatisfy { $0.kind == .analysis })
        #expect(JobPlan.rounds([plan.tasks[6]]).count == 1)
        let export = JobExport.awsBatch.text(plan, image: "sluice", tool: "sluice")
        #expect(export.contains(#""arrayProperties": { "size": 4 }"#) && export.contains(#""jobId": "ANALYSIS""#))
    }
}
