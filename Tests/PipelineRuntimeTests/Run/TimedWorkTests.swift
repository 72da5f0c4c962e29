import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PipelineRuntime

/// A transform is called when the run's clock reaches the requested time, with or without payloads.
@Suite struct TimedWorkTests {
    let video = Track.scriptedVideo()

    @Test func transformWakesAtRequestedTimes() async throws {
        let (clock, gate, sink) = (VirtualClock(), Gate(permits: 1), RecordingSink())
        let told = Record<MediaTime>()
        let source = source(until: gate)
        let plan = PipelinePlan.test([
            ("source", .source(source), []), ("timed", .transform(Timed(told: told)), ["source"]),
            ("sink", .sink(sink), ["timed"]),
        ])
        let pipeline = try PipelineRun(plan: plan, options: options(clock))
        async let report = pipeline.run()
        // The transform requests 1 s, and then every 0.5 s.
        for expected in [MediaTime.milliseconds(1000), .milliseconds(1500), .milliseconds(2000)] {
            let before = told.all.count
            await eventually { clock.sleeperCount > 0 }
            clock.advance(by: (expected - clock.mediaTime - .milliseconds(1)).duration)
            #expect(told.all.count == before, "no call before the requested time")
            clock.advance(by: .milliseconds(1))
            await eventually { told.all.count > before }
        }
        gate.open()
        let result = await report
        #expect(result.succeeded && told.all == [.milliseconds(1000), .milliseconds(1500), .milliseconds(2000)])
        // Output of a timed call flows downstream like any other.
        #expect(sink.ticks == [0, 100, 101, 102, 1])
        #expect(result.stages.first { $0.name == "timed" }?.measures?["calls-count"] == 3)
        #expect(clock.sleeperCount == 0, "no sleeper remains after the run")
    }

    @Test func stageThatThrowsInWakeFollowsPolicy() async throws {
        let (clock, gate) = (VirtualClock(), Gate(permits: 1))
        let plan = PipelinePlan.test([
            ("source", .source(source(until: gate)), []),
            ("timed", .transform(Timed(told: Record(), failsAt: .seconds(1))), ["source"]),
            ("sink", .sink(RecordingSink()), ["timed"]),
        ])
        let pipeline = try PipelineRun(plan: plan, options: options(clock))
        async let report = pipeline.run()
        await eventually { clock.sleeperCount > 0 }
        clock.advance(by: .seconds(1))
        let result = await report
        gate.open()
        #expect(!result.succeeded && result.failure?.stage == "timed", "\(result)")
    }

    @Test func harnessAdvancesTime() throws {
        var harness = TransformHarness(Timed(told: Record()))
        try harness.push(video)
        #expect(harness.nextWakeUp == .seconds(1))
        try harness.advance(by: .milliseconds(2600))
        #expect(harness.figures == ["calls-count": 4] && harness.payloads.map(\.decodeTicks) == [100, 101, 102, 103])
        #expect(harness.now == .milliseconds(2600) && harness.nextWakeUp == .milliseconds(3000))
    }

    /// Returns a source that emits one sample, and a second one when the gate opens.
    private func source(until gate: Gate) -> ScriptedSource {
        let samples = Sample.scripted(video, count: 2)
        return ScriptedSource { [video] output, _ in
            try await gate.pass()
            try await output.send([.track(video), .payload(samples[0])])
            try await gate.pass()
            try await output.send([.payload(samples[1]), .end(video.id)])
        }
    }

    private func options(_ clock: VirtualClock) -> RunOptions {
        var options = RunOptions()
        options.clock = clock
        return options
    }
}

/// A transform that emits one sample for each timed call.
private struct Timed: Transform {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.timed"
    static let abstract = "Emits a sample for each timed call."
    let told: Record<MediaTime>
    var failsAt: MediaTime?
    private var calls = 0
    private var isOpen = false

    init(options: NoOptions) { told = Record() }
    init(told: Record<MediaTime>, failsAt: MediaTime? = nil) {
        self.told = told
        self.failsAt = failsAt
    }

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        if case .track = message { effects.scheduleWakeUp(at: .seconds(1)) }
        effects.emit(message: message)
    }

    mutating func wake(at now: MediaTime, _ effects: inout Effects<Sample>) throws {
        if now == failsAt { throw StageError(.elementFailed, "no more") }
        told.append(now)
        let sample = Sample.scripted(.scriptedVideo(), count: 1, start: 100 + Int64(calls))[0]
        calls += 1
        effects.emit(sample)
        effects.measure("calls-count", Double(calls))
        effects.scheduleWakeUp(after: .milliseconds(500))
    }
}
