import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct BoundsTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio(timescale: 30)

    @Test func slowConsumerBlocksSource() async throws {
        let gate = Gate(permits: 1)
        let sink = RecordingSink(gate: gate)
        let sent = Record<Int>()
        let messages = Message.script(video, Sample.scripted(video, count: 5000))
        let source = ScriptedSource { output, _ in
            for start in stride(from: 0, to: messages.count, by: 10) {
                try await output.send(Array(messages[start..<min(start + 10, messages.count)]))
                sent.append(start)
                // The sink receives one batch for every ten sent.
                if sent.all.count % 10 == 0 { gate.permit() }
            }
            gate.open()
        }
        var options = RunOptions()
        options.limits = LinkLimits(messages: 200)
        let report = try await PipelineRun(
            plan: .test([("source", .source(source), []), ("sink", .sink(sink), ["source"])]), options: options
        ).run()
        #expect(sink.payloads.count == 5000)
        #expect(report.links[0].highWater.messages <= 210)
        #expect(report.succeeded)
    }

    @Test(.timeLimit(.minutes(1))) func unevenInputsOfOneSourceDoNotDeadlock() async throws {
        // All video precedes all audio, through two tasks with small links.
        let sink = RecordingSink()
        let messages: [Message<Sample>] =
            [.track(video), .track(audio)] + Sample.scripted(video, count: 500).map { .payload($0) }
            + Sample.scripted(audio, count: 500).map { .payload($0) } + [.end(video.id), .end(audio.id)]
        let report = try await run(
            .test([
                ("source", .source(ScriptedSource(messages, batchSize: 5)), []),
                ("left", .processor(VideoProcessor()), ["source"]),
                ("right", .processor(AudioProcessor()), ["source"]),
                ("merge", .transform(InterleavingTransform()), ["left", "right"]),
                ("sink", .sink(sink), ["merge"]),
            ])
        ) { $0.limits = LinkLimits(messages: 10) }
        let times = sink.payloads.compactMap(\.linkTime)
        #expect(times.count == 1000)
        #expect(times == times.sorted())
        #expect(report.succeeded)
    }

    @Test func excessiveInputDistanceEndsRun() async throws {
        let messages: [Message<Sample>] =
            [.track(video), .track(audio)] + Sample.scripted(video, count: 500, byteCount: 1000).map { .payload($0) }
        let report = try await run(
            .test([
                ("source", .source(ScriptedSource(messages)), []),
                ("video", .transform(VideoTransform()), ["source"]),
                ("audio", .transform(AudioTransform()), ["source"]),
                ("merge", .transform(InterleavingTransform()), ["video", "audio"]),
                ("sink", .sink(RecordingSink()), ["merge"]),
            ])
        ) { $0.limits.lead.bytes = 100_000 }
        #expect(report.failure?.stage == "merge")
        #expect(report.failure?.code == "limit-reached")
        let link = try #require(report.links.first { $0.from == "video" && $0.to == "merge" })
        #expect(link.limits.bytes == 100_000 && link.whenFull == "fail")
    }

    @Test func fastInputWaitsForOtherSource() async throws {
        let sink = RecordingSink()
        let gate = Gate()
        let fast = ScriptedSource(Message.script(audio, Sample.scripted(audio, count: 2000)), batchSize: 20)
        let slow = ScriptedSource { output, _ in
            try await gate.pass()
            try await output.send(Message.script(.scriptedVideo(), Sample.scripted(.scriptedVideo(), count: 2000)))
        }
        var options = RunOptions()
        options.limits = LinkLimits(messages: 100)
        let run = try PipelineRun(
            plan: .test([
                ("fast", .source(fast), []), ("slow", .source(slow), []),
                ("merge", .transform(InterleavingTransform()), ["fast", "slow"]), ("sink", .sink(sink), ["merge"]),
            ]), options: options)
        async let report = run.run()
        await eventually { run.status.stages[0].sent >= 80 }
        gate.open()
        #expect(await report.links.first { $0.from == "fast" }?.highWater.messages ?? .max <= 120)
        #expect(sink.payloads.count == 4000)
    }

    @Test func thousandRunsLeakNothing() async throws {
        final class Token: Sendable {}
        weak var last: Token?
        for _ in 0..<1000 {
            let token = Token()
            last = token
            let source = ScriptedSource { output, _ in
                output.onRequest { _ in withExtendedLifetime((token, output)) {} }
                try await output.send(Message.script(.scriptedVideo(), Sample.scripted(.scriptedVideo(), count: 3)))
            }
            let report = try await run(
                .test([
                    ("source", .source(source), []), ("a", .transform(PassingTransform()), ["source"]),
                    ("b", .processor(PassingProcessor()), ["a"]), ("sink", .sink(RecordingSink()), ["b", "a"]),
                ]))
            #expect(report.succeeded)
        }
        // The last task releases its stage on another thread.
        for _ in 0..<1_000_000 where last != nil { await Task.yield() }
        #expect(last == nil)
    }
}

/// A processor that accepts only video.
struct VideoProcessor: Processor {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.video-processor"
    static let abstract = "Forwards video."
    static let mediaTypes: Set<MediaType> = [.video]
    init(options: NoOptions = NoOptions()) {}
    func run(input: any Inlet<Sample>, output: any Outlet<Sample>, context: StageContext) async throws {
        while let batch = try await input.receive() { try await output.send(batch) }
    }
}

/// A processor that accepts only audio.
struct AudioProcessor: Processor {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.audio-processor"
    static let abstract = "Forwards audio."
    static let mediaTypes: Set<MediaType> = [.audio]
    init(options: NoOptions = NoOptions()) {}
    func run(input: any Inlet<Sample>, output: any Outlet<Sample>, context: StageContext) async throws {
        while let batch = try await input.receive() { try await output.send(batch) }
    }
}
