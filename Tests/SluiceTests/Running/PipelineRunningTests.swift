import Sluice
import Testing

@Suite struct PipelineRunningTests {
    @Test func runReturnsTheFinalStatus() async throws {
        let pipeline = try Pipeline.counting(20)
        let status = try await pipeline.run()
        #expect(status.phase == .finished && status.succeeded)
        #expect(status.measure("received-count", of: "sink") == 20)
        #expect(pipeline.status.phase == .finished)
    }

    @Test func stopDrainsTheStages() async throws {
        let pipeline = try Pipeline.counting()
        async let run = pipeline.run()
        try await pipeline.waitForFlow()
        #expect(pipeline.status.phase == .running)
        pipeline.stop()
        let status = try await run
        #expect(status.phase == .stopped)
        let sent = try #require(status.measure("sent-count", of: "source"))
        #expect(status.measure("received-count", of: "sink") == sent)
    }

    @Test func cancellingTheTaskDrains() async throws {
        let pipeline = try Pipeline.counting()
        let task = Task { try await pipeline.run() }
        try await pipeline.waitForFlow()
        task.cancel()
        let status = try await task.value
        #expect(status.phase == .stopped)
        let sent = try #require(status.measure("sent-count", of: "source"))
        #expect(status.measure("received-count", of: "sink") == sent)
    }

    @Test func stopBeforeTheRunEndsIt() async throws {
        let pipeline = try Pipeline.counting()
        pipeline.stop()
        #expect(try await pipeline.run().phase == .stopped)
    }

    @Test func cancelThrows() async throws {
        let pipeline = try Pipeline.counting()
        let task = Task { try await pipeline.run() }
        try await pipeline.waitForFlow()
        pipeline.cancel()
        let error = try await #require(throws: PipelineError.self) { try await task.value }
        guard case .cancelled(let status) = error else { throw error }
        #expect(status.phase == .aborted)
        // The sink did not reach its end.
        #expect(status.measure("received-count", of: "sink") == nil)
    }

    @Test func failureNamesTheStage() async throws {
        var options = CountingSink.Options()
        options.failure = "the disk is gone"
        let pipeline = try Pipeline.counting(sink: options)
        let error = try await #require(throws: PipelineError.self) { try await pipeline.run() }
        guard case .failed(let status) = error else { throw error }
        #expect(status.failure?.stage == "sink" && status.failure?.code == "element-failed")
        #expect(error.description == "sink (test.counted): the disk is gone")
    }

    @Test func aPipelineRunsOnce() async throws {
        let pipeline = try Pipeline.counting(1)
        try await pipeline.run()
        let error = try await #require(throws: PipelineError.self) { try await pipeline.run() }
        guard case .alreadyStarted = error else { throw error }
    }

    @Test func manyPipelinesRunInOneProcess() async throws {
        let counts = try await withThrowingTaskGroup(of: Double?.self) { group in
            for count in 1...8 {
                let pipeline = try Pipeline.counting(count * 10)
                group.addTask { try await pipeline.run().measure("received-count", of: "sink") }
            }
            return try await group.reduce(into: []) { $0.append($1 ?? 0) }
        }
        #expect(counts.sorted() == (1...8).map { Double($0 * 10) })
    }

    @Test func reloadAppliesAnotherPipeline() async throws {
        let pipeline = try Pipeline {
            PipelineStage("source", CountingSource.self)
            PipelineStage("sink", CountingSink.self)
        }
        let events = pipeline.events
        async let run = pipeline.run()
        try await pipeline.waitForFlow()
        let changes = try await pipeline.reload(
            try Pipeline {
                PipelineStage("source", CountingSource.self)
                PipelineStage("sink", CountingSink.self)
                PipelineStage("second", CountingSink.self, from: "source")
            })
        #expect(changes.stages(.added) == ["second"] && changes.stages(.unchanged) == ["source", "sink"])
        #expect(pipeline.graph.stages.map(\.name) == ["source", "sink", "second"])
        pipeline.stop()
        let status = try await run
        #expect(status.reloads == 1 && status.stages.map(\.name) == ["source", "sink", "second"])
        let reloads = await events.reduce(into: [String]()) { if case .reloaded(let text) = $1 { $0.append(text) } }
        #expect(reloads == ["added: second"])
    }

    @Test func reloadOutsideARunIsRejected() async throws {
        let pipeline = try Pipeline.counting(1)
        let error = try await #require(throws: PipelineError.self) { try await pipeline.reload(.counting(2)) }
        guard case .notReloadable(let diagnostics) = error else { throw error }
        #expect(diagnostics.all.map(\.code) == ["not-reloadable"])
    }
}
