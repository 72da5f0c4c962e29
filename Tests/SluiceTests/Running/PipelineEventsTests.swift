import Sluice
import Testing

@Suite struct PipelineEventsTests {
    @Test func eventsBeginWithTheStartAndEndWithTheStatus() async throws {
        var options = CountingSink.Options()
        options.warning = "low light"
        let pipeline = try Pipeline.counting(3, sink: options)
        let (first, second) = (pipeline.events, pipeline.events)
        try await pipeline.run()
        for events in [first, second] {
            let all = await events.reduce(into: [PipelineEvent]()) { $0.append($1) }
            guard case .ended(let status) = all.last else { throw EventMissing() }
            #expect(status.phase == .finished && status.problems.count == 3)
            #expect(all.contains { if case .started = $0 { true } else { false } })
            let warnings = all.compactMap(\.reportedProblem)
            #expect(warnings.map(\.message) == ["low light", "low light", "low light"])
            #expect(warnings.allSatisfy { $0.stage == "sink" && $0.severity == .warning })
        }
    }

    @Test func slowObserverMissesTheOldestEvents() async throws {
        var options = CountingSink.Options()
        options.warning = "again"
        let pipeline = try Pipeline.counting(3000, sink: options)
        let events = pipeline.events
        try await pipeline.run()
        var (missed, received) = (0, 0)
        var isEnded = false
        for await event in events {
            switch event {
            case .missed(let count): missed += count
            case .ended: isEnded = true
            default: received += 1
            }
        }
        #expect(isEnded)
        // Started, and one warning per sample.
        #expect(missed + received == 3001)
        #expect(received == 1023)
    }

    @Test func lateObserverReceivesTheEnd() async throws {
        let pipeline = try Pipeline.counting(1)
        try await pipeline.run()
        let events = await pipeline.events.reduce(into: [PipelineEvent]()) { $0.append($1) }
        guard events.count == 1, case .ended(let status) = events[0] else { throw EventMissing() }
        #expect(status.succeeded)
    }

    @Test func restartIsAnEvent() async throws {
        let pipeline = try Pipeline {
            PipelineStage("source", CountingSource.self)
            PipelineStage("sink", CountingSink.self, with: failing, onError: .restart)
            PipelineStage("other", CountingSink.self, from: "source")
        }
        let events = pipeline.events
        async let run: Void = { _ = try? await pipeline.run() }()
        for await event in events {
            guard case .stageRestarted(let problem) = event else { continue }
            #expect(problem.stage == "sink" && problem.message.hasPrefix("broken; restarted"))
            pipeline.cancel()
            await run
            return
        }
        throw EventMissing()
    }

    private var failing: CountingSink.Options {
        var options = CountingSink.Options()
        options.failure = "broken"
        return options
    }
}

/// An expected event that did not happen.
struct EventMissing: Error {}
