import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct EndingTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    /// Returns a source that runs until it is stopped, and opens `reached` after `after` samples.
    func endless(_ track: Track, after: Int = 100, reached: Gate = Gate()) -> ScriptedSource {
        ScriptedSource { output, context in
            try await output.send(.track(track))
            var index: Int64 = 0
            while !context.stop.isRaised {
                try await output.send(.payload(Sample.scripted(track, count: 1, start: index)[0]))
                index += 1
                if index == after { reached.open() }
                await Task.yield()
            }
        }
    }

    @Test func failingTransformEndsRun() async throws {
        let log = Record<String>()
        var bad = PassingTransform("bad", log: log)
        bad.failsAt = 50
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("source", .source(endless(video)), []),
                ("bad", .transform(bad), ["source"]),
                ("after", .transform(PassingTransform("after", log: log)), ["bad"]),
                ("sink", .sink(sink), ["after"]),
            ]))
        #expect(
            report.failure == .init(stage: "bad", kind: "test.pass", code: "damaged-input", message: "sample 50 is bad")
        )
        #expect(report.phase == .failed)
        #expect(!report.succeeded)
        #expect(log.all.isEmpty)
        // Everything before the failure arrived, and the sink saw an error instead of the end.
        #expect(sink.ticks == Array(0..<50))
        #expect(sink.ended.all.isEmpty)
        #expect(report.stuckStages.isEmpty)
    }

    @Test func failingSourceEndsRun() async throws {
        let log = Record<String>()
        let sink = RecordingSink()
        let messages = Array(Message.script(video, Sample.scripted(video, count: 20)).dropLast())
        let source = ScriptedSource(messages, failure: StageError(.truncatedInput, "the file ends too early"))
        let report = try await run(
            .test([
                ("file", .source(source), []),
                ("pass", .transform(PassingTransform("pass", log: log)), ["file"]),
                ("sink", .sink(sink), ["pass"]),
            ]))
        #expect(report.failure?.stage == "file")
        #expect(report.failure?.code == "truncated-input")
        #expect(sink.payloads.count == 20)
        #expect(log.all.isEmpty)
        #expect(sink.ended.all.isEmpty)
    }

    @Test func failingProcessorEndsRun() async throws {
        var bad = PassingProcessor()
        bad.failsAt = 33
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("source", .source(endless(video)), []),
                ("other", .source(endless(audio)), []),
                ("encoder", .processor(bad), ["source"]),
                ("merge", .transform(InterleavingTransform()), ["encoder", "other"]),
                ("sink", .sink(sink), ["merge"]),
            ]))
        #expect(report.failure?.stage == "encoder")
        #expect(report.failure?.kind == "test.process")
        #expect(report.failure?.message == "the machine broke")
        #expect(report.stuckStages.isEmpty)
    }

    @Test func failingSinkEndsRun() async throws {
        let log = Record<String>()
        var bad = RecordingSink()
        bad.failure = (10, StageError(.unwritableOutput, "the disk is full"))
        let good = RecordingSink()
        let report = try await run(
            .test([
                ("source", .source(endless(video)), []),
                ("pass", .transform(PassingTransform("pass", log: log)), ["source"]),
                ("bad", .sink(bad), ["pass"]),
                ("good", .sink(good), ["pass"]),
            ]))
        #expect(report.failure?.stage == "bad")
        #expect(report.failure?.code == "unwritable-output")
        #expect(log.all.isEmpty)
        #expect(good.ended.all.isEmpty)
        #expect(good.ticks == Array(0..<Int64(good.ticks.count)))
    }

    @Test func reportedErrorFailsRunWithoutEndingIt() async throws {
        var transform = PassingTransform()
        transform.faultsAt = 3
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("source", .source(ScriptedSource(Message.script(video, Sample.scripted(video, count: 9)))), []),
                ("pass", .transform(transform), ["source"]),
                ("sink", .sink(sink), ["pass"]),
            ]))
        #expect(sink.payloads.count == 9)
        #expect(report.phase == .finished)
        #expect(report.problems.map(\.code) == ["test-fault"])
        #expect(!report.succeeded)
    }

    @Test func stopDrainsAndFinishesOnce() async throws {
        let log = Record<String>()
        let reached = Gate()
        let sink = RecordingSink()
        var last = PassingTransform("last", log: log)
        last.addsAtEnd = 1
        let run = try PipelineRun(
            plan: .test([
                ("source", .source(endless(video, reached: reached)), []),
                ("middle", .processor(PassingProcessor()), ["source"]),
                ("last", .transform(last), ["middle"]),
                ("sink", .sink(sink), ["last"]),
            ]))
        async let report = run.run()
        try await reached.pass()
        run.stop()
        run.stop()
        #expect(await report.phase == .stopped)
        #expect(await report.succeeded)
        #expect(log.all == ["finish last"])
        #expect(sink.ended.all == [true])
        #expect(sink.ticks.last == 1_000_000)
        #expect(sink.ticks.dropLast() == Array(0..<Int64(sink.ticks.count - 1))[...])
        #expect(await report.stages[0].sent == sink.ticks.count - 1)
    }

    @Test(.timeLimit(.minutes(1))) func stopEndsLingeringSink() async throws {
        let reached = Gate()
        let run = try PipelineRun(
            plan: .test([
                ("source", .source(endless(video, reached: reached)), []),
                ("sink", .sink(StayingSink(options: NoOptions())), ["source"]),
            ]))
        async let report = run.run()
        try await reached.pass()
        run.stop()
        #expect(await report.phase == .stopped)
    }

    @Test func stopBeforeStartEndsImmediately() async throws {
        let sink = RecordingSink()
        let run = try PipelineRun(
            plan: .test([("source", .source(endless(video)), []), ("sink", .sink(sink), ["source"])]))
        run.stop()
        let report = await run.run()
        #expect(report.succeeded)
        #expect(sink.payloads.isEmpty)
    }

    @Test func abortEndsStagesWithoutFinishing() async throws {
        let log = Record<String>()
        let reached = Gate()
        let run = try PipelineRun(
            plan: .test([
                ("source", .source(endless(video, reached: reached)), []),
                ("pass", .transform(PassingTransform("pass", log: log)), ["source"]),
                ("sink", .sink(RecordingSink()), ["pass"]),
            ]))
        async let report = run.run()
        try await reached.pass()
        run.abort()
        #expect(await report.phase == .aborted)
        #expect(await !report.succeeded)
        #expect(log.all.isEmpty)
    }

    @Test func cancellingRunTaskAborts() async throws {
        let reached = Gate()
        let run = try PipelineRun(
            plan: .test([
                ("source", .source(endless(video, reached: reached)), []), ("sink", .sink(RecordingSink()), ["source"]),
            ]))
        let task = Task { await run.run() }
        try await reached.pass()
        task.cancel()
        #expect(await task.value.phase == .aborted)
    }

    @Test func stuckStageIsReportedAndAbandoned() async throws {
        let (never, begun) = (Gate(), Gate())
        let stuck = ScriptedSource { _, _ in
            begun.open()
            // Ignores both the stop signal and cancellation.
            await Task { try? await never.pass() }.value
        }
        var options = RunOptions()
        options.sleep = { _ in }
        let run = try PipelineRun(
            plan: .test([("deaf", .source(stuck), []), ("sink", .sink(RecordingSink()), ["deaf"])]), options: options)
        async let report = run.run()
        try await begun.pass()
        run.abort()
        #expect(await report.stuckStages.contains("deaf"))
        #expect(await !report.succeeded)
        never.open()
    }

    @Test func durationEndsEveryTrack() async throws {
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("video", .source(endless(video)), []),
                ("audio", .source(endless(.scriptedAudio(timescale: 50))), []),
                ("merge", .transform(InterleavingTransform()), ["video", "audio"]),
                ("sink", .sink(sink), ["merge"]),
            ])
        ) { $0.duration = .seconds(2) }
        #expect(report.phase == .finished)
        #expect(sink.payloads.filter { $0.track == video.id }.count == 60)
        #expect(sink.payloads.filter { $0.track == audio.id }.count == 100)
        #expect(report.succeeded)
    }

    @Test func durationEndsLiveSourceWithoutTrack() async throws {
        let sink = RecordingSink()
        let isStopped = Record<Bool>()
        var camera = endless(video)
        camera.isLive = true
        var silent = ScriptedSource { _, context in
            let stopped = Gate()
            let token = context.stop.onRaise { stopped.open() }
            defer { token.cancel() }
            try await stopped.pass()
            isStopped.append(true)
        }
        silent.isLive = true
        let report = try await run(
            .test([
                ("camera", .source(camera), []), ("silent", .source(silent), []),
                ("pass", .transform(PassingTransform()), ["camera", "silent"]), ("sink", .sink(sink), ["pass"]),
            ])
        ) { $0.duration = .seconds(2) }
        #expect(report.succeeded, "\(report)")
        #expect(isStopped.all == [true] && sink.payloads.count == 60)
    }

    @Test func requestsReachSourceThroughAllStages() async throws {
        let log = Record<String>()
        let (atEncoder, atSource) = (Record<UpstreamRequest>(), Record<UpstreamRequest>())
        var asking = PassingTransform("asking", log: log)
        asking.asksAt = 5
        var encoder = PassingProcessor()
        let messages = Message.script(video, Sample.scripted(video, count: 10))
        let source = ScriptedSource { output, _ in
            output.onRequest { atSource.append($0) }
            try await output.send(messages)
            // A source that has ended cannot handle requests.
            await eventually { !atSource.all.isEmpty || !atEncoder.all.isEmpty }
        }
        func plan() -> PipelinePlan {
            .test([
                ("source", .source(source), []),
                ("first", .transform(PassingTransform("first", log: log)), ["source"]),
                ("encoder", .processor(encoder), ["first"]),
                ("second", .transform(PassingTransform("second", log: log)), ["encoder"]),
                ("asking", .transform(asking), ["second"]),
                ("sink", .sink(RecordingSink()), ["asking"]),
            ])
        }
        _ = try await run(plan())
        #expect(log.all.filter { $0.hasPrefix("request") } == ["request second", "request first"])
        #expect(atSource.all == [.keyframe(at: MediaTime(value: 5, timescale: 30))])
        encoder.requests = atEncoder
        _ = try await run(plan())
        #expect(atEncoder.all == [.keyframe(at: MediaTime(value: 5, timescale: 30))])
        #expect(atSource.all.count == 1)
    }
}

/// A sink that runs until it is stopped, like a server.
private struct StayingSink: Sink {
    static let kind = "test.staying"
    static let abstract = "Runs until it is stopped."

    init(options: NoOptions) {}

    func run(input: any Inlet<Sample>, context: StageContext) async throws {
        while try await input.receive() != nil {}
        let (stopped, stopping) = AsyncStream.makeStream(of: Never.self)
        let token = context.stop.onRaise { stopping.finish() }
        for await _ in stopped {}
        token.cancel()
    }
}
