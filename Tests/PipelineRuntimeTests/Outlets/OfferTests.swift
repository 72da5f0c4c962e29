import Dispatch
import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct OfferTests {
    let video = Track.scriptedVideo()

    /// Returns a source that offers samples from a separate thread and records the result of each offer.
    func source(
        _ count: Int, _ policy: OverflowPolicy, returned: Record<Bool>, then: @escaping @Sendable () -> Void = {}
    ) -> ScriptedSource {
        let messages = Message.script(video, Sample.scripted(video, count: count, syncEvery: 10))
        var source = ScriptedSource { output, _ in
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue(label: "offers").async {
                    for message in messages { returned.append(output.offer(message)) }
                    then()
                    done.resume()
                }
            }
        }
        source.whenFull = policy
        return source
    }

    @Test func offeringThreadWaitsForSpace() async throws {
        let (sink, returned) = (RecordingSink(), Record<Bool>())
        let report = try await run(
            .test([
                ("source", .source(source(2000, .wait, returned: returned)), []),
                ("pass", .transform(PassingTransform()), ["source"]),
                ("sink", .sink(sink), ["pass"]),
            ])
        ) { $0.limits = LinkLimits(messages: 8) }
        #expect(sink.ticks == Array(0..<2000))
        #expect(!returned.all.contains(false))
        #expect(report.succeeded)
        let water = report.links.map(\.highWater.messages)
        #expect(water.count == 2)
        // One message at a time enters the queue above the transform, whose end is accepted while the queue is full; over
        // the link, up to a full queue at a time.
        #expect((8...9).contains(water[0]))
        #expect(water[1] <= 8 + 8 + 2)
    }

    @Test func slowSinkMakesLiveSourceDrop() async throws {
        let gate = Gate()
        let (sink, returned) = (RecordingSink(gate: gate), Record<Bool>())
        let report = try await run(
            .test([
                ("camera", .source(source(1000, .dropToKeyframe, returned: returned) { gate.open() }), []),
                ("sink", .sink(sink), ["camera"]),
            ])
        ) { $0.limits = LinkLimits(messages: 16) }
        let dropped = report.stages[0].dropped
        #expect(dropped > 900)
        #expect(sink.payloads.count == 1000 - dropped)
        #expect(report.problems.map(\.code) == ["dropping", "dropped"])
        #expect(report.problems.first?.message.contains("1 of track 1") == true, "reported with the first drop")
        #expect(!returned.all.contains(false))
        // The first sample after a gap is a sync sample.
        for (before, after) in zip(sink.payloads, sink.payloads.dropFirst())
        where after.decodeTicks != before.decodeTicks + 1 {
            #expect(after.isSync)
        }
        #expect(report.succeeded)
    }

    @Test func droppedMediaIsACauseOfGaps() async throws {
        let (gate, losses) = (Gate(), MediaLosses())
        _ = try await run(
            .test([
                ("camera", .source(source(1000, .dropToKeyframe, returned: Record<Bool>()) { gate.open() }), []),
                ("sink", .sink(RecordingSink(gate: gate)), ["camera"]),
            ])
        ) {
            $0.limits = LinkLimits(messages: 16)
            _ = $0.services.value { losses }
        }
        let end = MediaTime(value: 999, timescale: video.timescale)
        #expect(losses.causes(from: end, until: end).first?.contains("under load") == true)
    }

    @Test func policyFailEndsRun() async throws {
        let gate = Gate()
        let returned = Record<Bool>()
        let report = try await run(
            .test([
                ("camera", .source(source(1000, .fail, returned: returned) { gate.open() }), []),
                ("sink", .sink(RecordingSink(gate: gate)), ["camera"]),
            ])
        ) { $0.limits = LinkLimits(messages: 16) }
        #expect(report.failure?.stage == "camera")
        #expect(report.failure?.code == "limit-reached")
        #expect(returned.all.last == false)
        #expect(!report.succeeded)
    }

    @Test func abortWakesBlockedThread() async throws {
        let returned = Record<Bool>()
        let full = Gate()
        let track = video
        let source = ScriptedSource { output, _ in
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue(label: "offers").async {
                    for sample in Sample.scripted(track, count: 100) {
                        if returned.all.count == 20 { full.open() }
                        returned.append(output.offer(.payload(sample)))
                    }
                    done.resume()
                }
            }
        }
        let plan = PipelinePlan.test([
            ("source", .source(source), []), ("sink", .sink(RecordingSink(gate: Gate())), ["source"]),
        ])
        var options = RunOptions()
        options.limits = LinkLimits(messages: 20)
        let run = try PipelineRun(plan: plan, options: options)
        async let report = run.run()
        try await full.pass()
        run.abort()
        #expect(await report.phase == .aborted)
        #expect(returned.all.last == false)
        #expect(await !report.succeeded)
    }

    @Test func offersPrecedeLaterSends() async throws {
        let sink = RecordingSink()
        let samples = Sample.scripted(video, count: 100)
        let source = ScriptedSource { output, _ in
            try await output.send(.track(.scriptedVideo()))
            for (index, sample) in samples.enumerated() {
                if index % 3 == 0 {
                    try await output.send(.payload(sample))
                } else {
                    _ = output.offer(.payload(sample))
                }
            }
        }
        _ = try await run(.test([("source", .source(source), []), ("sink", .sink(sink), ["source"])]))
        #expect(sink.ticks == Array(0..<100))
    }
}
