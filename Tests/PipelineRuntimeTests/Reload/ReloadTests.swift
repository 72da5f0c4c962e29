import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// Stages are replaced, added and removed during a run.
@Suite(.timeLimit(.minutes(2))) struct ReloadTests {
    /// A source that emits ten samples for each permit until it is stopped.
    private struct Camera {
        let gate = Gate()
        let runs = Record<Track.ID>()
        var start: Int64 = 0

        var source: ScriptedSource {
            ScriptedSource { [self] output, context in
                context.stop.onRaise { gate.open() }
                let id = context.makeTrackID()
                runs.append(id)
                let track = Track.scriptedVideo(id.rawValue)
                try await output.send(.track(track))
                var next = start
                while !context.stop.isRaised {
                    try await gate.pass()
                    if context.stop.isRaised { break }
                    let samples = Sample.scripted(track, count: 10, start: next, syncEvery: 10)
                    try await output.send(samples.map { .payload($0) })
                    next += 10
                }
                try await output.send(.end(id))
            }
        }
    }

    private func plan(
        _ stages: [(name: String, stage: AnyStage, inputs: [String])], options: [String: String] = [:]
    ) -> PipelinePlan {
        var plan = PipelinePlan.test(stages)
        for index in plan.stages.indices {
            guard let value = options[plan.stages[index].name] else { continue }
            plan.stages[index].options = [OptionNode.Entry(key: "value", value: OptionNode(value))]
        }
        return plan
    }

    @Test func unchangedBranchLosesNothingDuringReload() async throws {
        let camera = Camera()
        let (kept, former, latter) = (RecordingSink(), RecordingSink(), RecordingSink())
        let (before, after) = (PassingProcessor(), PassingProcessor())
        let old = plan([
            ("camera", .source(camera.source), []), ("kept", .sink(kept), ["camera"]),
            ("work", .processor(before), ["camera"]), ("out", .sink(former), ["work"]),
        ])
        let new = plan(
            [
                ("camera", .source(camera.source), []), ("kept", .sink(RecordingSink()), ["camera"]),
                ("work", .processor(after), ["camera"]), ("out", .sink(latter), ["work"]),
            ], options: ["work": "new", "out": "new"])
        let run = try PipelineRun(plan: old)
        async let report = run.run()
        camera.gate.permit(5)
        await eventually { kept.ticks.count == 50 && former.ticks.count == 50 }
        _ = await #expect(throws: Never.self) { try await run.reload(new) }
        camera.gate.permit(5)
        await eventually { kept.ticks.count == 100 && latter.ticks.count >= 50 }
        run.stop()
        let end = await report
        #expect(end.succeeded && end.reloads == 1)
        #expect(camera.runs.all.count == 1, "the source continued")
        #expect(kept.ticks == Array(0..<100) && kept.ended.all.count == 1)
        #expect(former.ticks == Array(0..<50) && former.ended.all.count == 1)
        #expect(latter.ticks == Array(50..<100))
    }

    @Test func replacedSourceContinuesTrackAfterGap() async throws {
        let (before, after) = (Camera(), Camera(start: 45))
        let sink = RecordingSink()
        let pass = PassingTransform()
        func stages(_ camera: Camera) -> [(name: String, stage: AnyStage, inputs: [String])] {
            [
                ("camera", .source(camera.source), []), ("pass", .transform(pass), ["camera"]),
                ("sink", .sink(sink), ["pass"]),
            ]
        }
        let run = try PipelineRun(plan: plan(stages(before)))
        async let report = run.run()
        before.gate.permit(5)
        await eventually { sink.ticks.count == 50 }
        _ = await #expect(throws: Never.self) { try await run.reload(plan(stages(after), options: ["camera": "new"])) }
        after.gate.permit(3)
        await eventually { sink.ticks.count >= 70 }
        run.stop()
        #expect(await report.succeeded)
        // Samples 45 to 54 start before the end of the emitted media, and the next one must be a sync sample.
        #expect(sink.ticks == Array(0..<50) + Array(55..<75))
        #expect(before.runs.all == after.runs.all, "the track keeps its identity")
        var gaps: [MediaTime] = []
        var ends = 0
        for message in sink.record.all {
            if case .gap(_, let until) = message { gaps.append(until) }
            if case .end = message { ends += 1 }
        }
        #expect(gaps == [MediaTime(value: 55, timescale: 30)] && ends == 1)
    }

    @Test func addedSinkStartsAtSyncSampleAndRemovedOneFinishes() async throws {
        let camera = Camera()
        let (kept, joining) = (RecordingSink(), RecordingSink())
        let source = (name: "camera", stage: AnyStage.source(camera.source), inputs: [String]())
        let alone = plan([source, ("kept", .sink(kept), ["camera"])])
        let both = plan([source, ("kept", .sink(kept), ["camera"]), ("joining", .sink(joining), ["camera"])])
        let run = try PipelineRun(plan: alone)
        async let report = run.run()
        camera.gate.permit(3)
        await eventually { kept.ticks.count == 30 }
        _ = await #expect(throws: Never.self) { try await run.reload(both) }
        camera.gate.permit(2)
        await eventually { joining.ticks.count == 20 && kept.ticks.count == 50 }
        _ = await #expect(throws: Never.self) { try await run.reload(alone) }
        #expect(joining.ended.all.count == 1, "the stage ended before the reload")
        camera.gate.permit(2)
        await eventually { kept.ticks.count == 70 }
        run.stop()
        let end = await report
        #expect(end.succeeded && end.reloads == 2 && end.stages.map(\.name) == ["camera", "kept"])
        #expect(kept.ticks == Array(0..<70))
        #expect(joining.ticks == Array(30..<50))
        guard case .track? = joining.record.all.first else { return #expect(Bool(false), "it received the track") }
    }

    @Test func transformIsReplacedBetweenBatches() async throws {
        let camera = Camera()
        let sink = RecordingSink()
        let log = Record<String>()
        func stages(_ name: String) -> [(name: String, stage: AnyStage, inputs: [String])] {
            [
                ("camera", .source(camera.source), []),
                ("pass", .transform(PassingTransform(name, log: log)), ["camera"]), ("sink", .sink(sink), ["pass"]),
            ]
        }
        let run = try PipelineRun(plan: plan(stages("old")))
        async let report = run.run()
        camera.gate.permit(2)
        await eventually { sink.ticks.count == 20 }
        _ = await #expect(throws: Never.self) { try await run.reload(plan(stages("new"), options: ["pass": "new"])) }
        #expect(log.all == ["finish old"])
        camera.gate.permit(2)
        await eventually { sink.ticks.count == 40 }
        run.stop()
        #expect(await report.succeeded)
        #expect(log.all == ["finish old", "finish new"])
        #expect(sink.ticks == Array(0..<40))
    }

    @Test func rejectedReloadChangesNothing() async throws {
        let camera = Camera()
        let sink = PathSink(options: .init())
        let source = (name: "camera", stage: AnyStage.source(camera.source), inputs: [String]())
        func stages(_ size: String) -> PipelinePlan {
            var plan = plan([source, ("sink", .sink(sink), ["camera"])])
            plan.stages[1].options = [
                OptionNode.Entry(key: "path", value: OptionNode("here")),
                OptionNode.Entry(key: "size", value: OptionNode(size)),
            ]
            return plan
        }
        let run = try PipelineRun(plan: stages("1"))
        async let report = run.run()
        camera.gate.permit(1)
        await eventually { sink.ticks.all.count == 10 }
        // Same output path, and not a sink that continues existing files: the new sink would overwrite its output.
        let new = stages("2")
        await #expect(throws: ReloadRejection.self) { try await run.reload(new) }
        camera.gate.permit(1)
        await eventually { sink.ticks.all.count == 20 }
        run.stop()
        let end = await report
        #expect(end.succeeded && end.reloads == 0)
        await #expect(throws: ReloadRejection.self) { try await run.reload(new) }
    }

    @Test func hundredReloadsLeakNothing() async throws {
        let camera = Camera()
        let kept = RecordingSink()
        let source = (name: "camera", stage: AnyStage.source(camera.source), inputs: [String]())
        let run = try PipelineRun(plan: plan([source, ("kept", .sink(kept), ["camera"])]))
        async let report = run.run()
        camera.gate.permit(1)
        await eventually { kept.ticks.count == 10 }
        weak var former: LifetimeProbe?
        for index in 1...100 {
            let leak = LifetimeProbe()
            former = leak
            var stages: [(name: String, stage: AnyStage, inputs: [String])] = [
                source, ("kept", .sink(kept), ["camera"]),
            ]
            stages.append(("pass", .transform(PassingTransform()), ["camera"]))
            stages.append(("work", .processor(PassingProcessor()), ["pass"]))
            stages.append(("more\(index)", .sink(BlockingSink(leak)), ["work"]))
            _ = await #expect(throws: Never.self) {
                try await run.reload(plan(stages, options: ["work": "\(index)", "pass": "\(index)"]))
            }
            camera.gate.permit(1)
            await eventually { kept.ticks.count == 10 + index * 10 }
        }
        _ = await #expect(throws: Never.self) {
            try await run.reload(plan([source, ("kept", .sink(kept), ["camera"])]))
        }
        let shape = run.configuration
        #expect(shape.tasks.count == 2 && shape.links.count == 1 && shape.runtimes.count == 1)
        #expect(shape.runtimes["camera"]?.chain?.slotCount == 2)
        await eventually { former == nil }
        run.stop()
        #expect(await report.succeeded)
        #expect(kept.ticks == Array(0..<1010))
    }
}

/// An object whose lifetime shows that the sink holding it was released.
private final class LifetimeProbe: Sendable {}

private struct BlockingSink: Sink {
    typealias Options = NoOptions
    typealias Input = Sample
    static let kind = "test.hold"
    static let abstract = "Accepts all input."
    private let held: LifetimeProbe?
    init(options: NoOptions) { held = nil }
    init(_ held: LifetimeProbe) { self.held = held }
    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while try await input.receive() != nil {}
    }
}

/// A sink with a required option.
private struct PathSink: Sink {
    struct Options: StageOptions {
        var path = ""
        var size = 1
        static let fields: [OptionField<Options>] = [
            .required("path", \.path, "the path"), .option("size", \.size, "the size"),
        ]
    }
    typealias Input = Sample
    static let kind = "test.place"
    static let abstract = "Writes to a path."
    let ticks = Record<Int64>()
    init(options: Options) {}
    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while let batch = try await input.receive() {
            for case .payload(let sample) in batch { ticks.append(sample.decodeTicks) }
        }
    }
}
