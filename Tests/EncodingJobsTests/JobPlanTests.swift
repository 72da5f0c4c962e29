import EncodingJobs
import Media
import Testing

@Suite struct JobPlanTests {
    @Test func chunksAreWholeSegmentsOfTheGrid() async throws {
        let plan = try await ScriptedPipeline.job()
        #expect(plan.segmentsPerChunk == 4 && plan.interval == .seconds(2))
        #expect(plan.tasks.map(\.kind) == [.whole, .chunk, .chunk, .chunk, .chunk])
        #expect(plan.tasks.map(\.firstSegment) == [0, 0, 4, 8, 12])
        #expect(plan.tasks[2].start == .seconds(8) && plan.tasks[2].end == .seconds(16))
        #expect(plan.tasks[4].end.isIndefinite)
    }

    @Test func stagesThatRequireWholeTracksHaveTheirOwnTask() async throws {
        let plan = try await ScriptedPipeline.job()
        #expect(plan.tasks[0].stages == ["movie", "audio", "segments"])
        #expect(plan.tasks[1].stages == ["movie", "filter", "keyframes", "video", "segments"])
    }

    @Test func equalInputsHaveEqualPlans() async throws {
        let (one, other) = (try await ScriptedPipeline.job(), try await ScriptedPipeline.job())
        #expect(one.bytes == other.bytes && one.identity.count == 64)
        #expect(try await ScriptedPipeline.job(chunk: .seconds(4)).identity != one.identity)
        #expect(try JobPlan(parsing: one.bytes, from: "plan.json") == one)
    }

    @Test func changedPlansAreRefused() async throws {
        var plan = try await ScriptedPipeline.job()
        plan.tasks[1].firstSegment = 1
        #expect(throws: JobError("'plan.json' was changed after planning; plan the job again")) {
            try JobPlan(parsing: plan.bytes, from: "plan.json")
        }
        #expect(throws: JobError.self) { try JobPlan(parsing: Array("{}".utf8), from: "plan.json") }
    }

    @Test(arguments: [
        ("{ type: event }", "{ interval: 2s }", "type: vod"),
        ("{ type: vod, packaging: single-file }", "{ interval: 2s }", "packaging: files"),
        ("{ type: vod }", "{ interval: 3s }", "different intervals"),
    ])
    func pipelinesThatCannotBeDividedAreRefused(playlists: String, segments: String, reason: String) throws {
        let plan = try ScriptedPipeline.plan(ScriptedPipeline.text(playlists: playlists, segments: segments))
        let error = #expect(throws: JobError.self) { try JobPlanner(plan) }
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }
}
