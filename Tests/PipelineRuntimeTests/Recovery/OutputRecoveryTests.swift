import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// Sinks that fail while other sinks continue.
@Suite struct OutputRecoveryTests {
    private let full = StageError(.unwritableOutput, "the disk is full").with(.outOfSpace)

    private func video(isLive: Bool) -> Track {
        var track = Track.scriptedVideo()
        if isLive { track.liveOrigin = .zero }
        return track
    }

    /// Runs a source with a sink that fails after two messages, its replacement, and another sink.
    private func run(
        isLive: Bool, policy: ErrorPolicy = .automatic, error: StageError, waits: Bool = true
    ) async throws -> (status: RunStatus, good: RecordingSink, replacement: RecordingSink, sent: Int64) {
        let (clock, events, sent) = (VirtualClock(), Record<String>(), Record<Int64>())
        sent.append(5)
        var bad = RecordingSink()
        bad.failure = (2, error)
        let (good, replacement) = (RecordingSink(), RecordingSink())
        let track = video(isLive: isLive)
        let source = ScriptedSource { output, _ in
            try await output.send(.track(track))
            for sample in Sample.scripted(track, count: 5) { try await output.send(.payload(sample)) }
            guard waits else { return }
            await eventually { events.all.contains("output-failed") }
            // A batch that arrives before the next attempt is discarded whole.
            func send(until condition: () -> Bool) async throws {
                while !condition(), sent.all.last! < 10_000 {
                    let next = sent.all.last!
                    try await output.send(Sample.scripted(track, count: 1, start: next).map { .payload($0) })
                    sent.append(next + 1)
                    await Task.yield()
                }
            }
            clock.advance(by: .seconds(1))
            try await send { replacement.record.all.count > 1 }
            clock.advance(by: .seconds(5))
            try await send { events.all.contains("output-recovered") }
        }
        let recovering = RecoveringSink(RestartableStage(bad, policy: policy) { replacement })
        var plan = PipelinePlan.test([
            ("source", .source(source), []), ("bad", .sink(recovering), ["source"]), ("good", .sink(good), ["source"]),
        ])
        plan.stages[1].onError = policy
        let status = try await PipelineRuntimeTests.run(plan) {
            $0.clock = clock
            $0.onEvent = { event in if let problem = event.reportedProblem { events.append(problem.code) } }
        }
        return (status, good, replacement, sent.all.last!)
    }

    @Test func aSinkOfALiveRunIsRetriedAndTheOtherOneContinues() async throws {
        let (status, good, replacement, sent) = try await run(isLive: true, error: full)
        #expect(status.succeeded && status.problems.map(\.code) == ["output-failed", "output-recovered"])
        #expect(status.problems.allSatisfy { $0.stage == "bad" } && good.ticks == Array(0..<sent))
        #expect(replacement.ticks.last == sent - 1 && replacement.record.all.first?.payload == nil)
        #expect(status.stages.allSatisfy { $0.outage == nil })
    }

    @Test func aWrongSettingOfOneOfSeveralSinksDoesNotEndALiveRun() async throws {
        let (status, good, _, sent) = try await run(isLive: true, error: StageError(.unwritableOutput, "no permission"))
        #expect(status.failure == nil && good.ticks == Array(0..<sent))
    }

    @Test func anOutputThatFailedForGoodMakesTheRunFail() async throws {
        let (status, good, _, _) = try await run(isLive: true, error: full, waits: false)
        #expect(!status.succeeded && status.failure == nil && good.ticks == Array(0..<5))
        #expect(status.problems.map(\.code) == ["output-failed", "output-incomplete"])
        #expect(status.stages.first { $0.name == "bad" }?.outage?.contains("the disk is full") == true)
    }

    @Test(arguments: [(false, ErrorPolicy.automatic), (true, .stop)])
    func otherRunsEndWithTheError(isLive: Bool, policy: ErrorPolicy) async throws {
        let (status, _, _, _) = try await run(isLive: isLive, policy: policy, error: full, waits: false)
        #expect(status.failure?.stage == "bad" && !status.succeeded)
    }

    @Test func anErrorThatRequiresTheEndEndsALiveRun() async throws {
        for error in [full.with(.ending), StageError(.invalidOptions, "contradiction")] {
            let (status, _, _, _) = try await run(isLive: true, error: error, waits: false)
            #expect(status.failure?.stage == "bad")
        }
    }

    @Test func onlySinksAreRetried() {
        var plan = PipelinePlan.test([("source", .source(ScriptedSource([])), [])])
        plan.stages[0].onError = .retry
        #expect(plan.stages[0].policyProblem?.message.contains("not a sink") == true)
        #expect(ErrorPolicy(name: "fail") == .stop && ErrorPolicy(name: "never") == nil)
    }
}
