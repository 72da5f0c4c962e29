import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

@Suite struct FlowTests {
    let video = Track.scriptedVideo()
    let audio = Track.scriptedAudio()

    @Test func samplesPassFusedTransformsInOrder() async throws {
        let samples = Sample.scripted(video, count: 1000)
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("source", .source(ScriptedSource(Message.script(video, samples))), []),
                ("a", .transform(PassingTransform("a")), ["source"]),
                ("b", .transform(PassingTransform("b")), ["a"]),
                ("sink", .sink(sink), ["b"]),
            ]))
        #expect(sink.ticks == samples.map(\.decodeTicks))
        #expect(sink.record.all.count == 1002)
        #expect(report.succeeded)
        #expect(report.phase == .finished)
        #expect(report.stages.map(\.received) == [0, 1000, 1000, 1000])
        #expect(report.stages.map(\.sent) == [1000, 1000, 1000, 0])
        #expect(report.stages.map(\.bytes) == [4000, 4000, 4000, 4000])
        #expect(report.links.map(\.from) == ["b"])
    }

    @Test func twoConsumersReceiveEqualData() async throws {
        let samples = Sample.scripted(video, count: 300)
        let (first, second) = (RecordingSink(), RecordingSink())
        let report = try await run(
            .test([
                ("source", .source(ScriptedSource(Message.script(video, samples))), []),
                ("a", .transform(PassingTransform("a")), ["source"]),
                ("first", .sink(first), ["a"]),
                ("second", .sink(second), ["source"]),
            ]))
        #expect(first.ticks == samples.map(\.decodeTicks))
        #expect(second.ticks == samples.map(\.decodeTicks))
        #expect(report.succeeded)
    }

    @Test func inputsOfSeveralTasksAreMergedByMediaTime() async throws {
        let sink = RecordingSink()
        let left = Sample.scripted(video, count: 300, duration: 1)
        let right = Sample.scripted(audio, count: 470, duration: 1024)
        let report = try await run(
            .test([
                ("video", .source(ScriptedSource(Message.script(video, left), batchSize: 7)), []),
                ("audio", .source(ScriptedSource(Message.script(audio, right), batchSize: 100)), []),
                ("merge", .transform(InterleavingTransform()), ["video", "audio"]),
                ("sink", .sink(sink), ["merge"]),
            ]))
        let times = sink.payloads.compactMap(\.linkTime)
        #expect(times.count == 770)
        #expect(times == times.sorted())
        #expect(report.succeeded)
    }

    @Test func inputsOfOneTaskAreMergedByMediaTime() async throws {
        let sink = RecordingSink()
        let left = Message<Sample>.script(video, Sample.scripted(video, count: 300))
        let right = Message<Sample>.script(audio, Sample.scripted(audio, count: 470, duration: 1024))
        let report = try await run(
            .test([
                (
                    "source",
                    .source(ScriptedSource([left[0], right[0]] + left.dropFirst() + right.dropFirst(), batchSize: 50)),
                    []
                ),
                ("left", .transform(VideoTransform()), ["source"]),
                ("right", .transform(AudioTransform()), ["source"]),
                ("merge", .transform(InterleavingTransform()), ["left", "right"]),
                ("sink", .sink(sink), ["merge"]),
            ]))
        let times = sink.payloads.compactMap(\.linkTime)
        #expect(times.count == 770)
        #expect(times == times.sorted())
        #expect(report.succeeded)
    }

    @Test func singleInputKeepsItsOrder() async throws {
        let sink = RecordingSink()
        let messages: [Message<Sample>] =
            [.track(video), .track(audio)] + Sample.scripted(video, count: 50).map { .payload($0) }
            + Sample.scripted(audio, count: 50, duration: 1024).map { .payload($0) }
        let plan = PipelinePlan.test([
            ("source", .source(ScriptedSource(messages)), []),
            ("merge", .transform(InterleavingTransform()), ["source"]),
            ("sink", .sink(sink), ["merge"]),
        ])
        #expect(try plan.links().map(\.isMerged) == [false, false])
        #expect(try plan.links().map(\.isQueue) == [false, true])
        #expect(try await run(plan).succeeded)
        #expect(sink.payloads.map(\.track) == messages.compactMap(\.payload?.track))
    }

    @Test func mergedInputsOfOneTaskHaveQueues() throws {
        let plan = PipelinePlan.test([
            ("source", .source(ScriptedSource([])), []),
            ("left", .transform(VideoTransform()), ["source"]),
            ("right", .transform(AudioTransform()), ["source"]),
            ("merge", .transform(InterleavingTransform()), ["left", "right"]),
            ("sink", .sink(RecordingSink()), ["merge"]),
        ])
        let links = try plan.links()
        #expect(links.map(\.isMerged) == [false, false, true, true, false])
        #expect(links.map(\.isQueue) == [false, false, true, true, true])
    }

    @Test func finishRunsOnceInChainOrder() async throws {
        let log = Record<String>()
        let sink = RecordingSink()
        var last = PassingTransform("b", log: log)
        last.addsAtEnd = 3
        _ = try await run(
            .test([
                ("source", .source(ScriptedSource(Message.script(video, []))), []),
                ("a", .transform(PassingTransform("a", log: log)), ["source"]),
                ("b", .transform(last), ["a"]),
                ("sink", .sink(sink), ["b"]),
            ]))
        #expect(log.all == ["finish a", "finish b"])
        #expect(sink.payloads.count == 3)
        #expect(sink.ended.all == [true])
    }

    @Test func tracksOfOtherMediaTypesAreFiltered() async throws {
        let sink = RecordingSink()
        let report = try await run(
            .test([
                (
                    "source",
                    .source(
                        ScriptedSource(
                            Message.script(video, Sample.scripted(video, count: 5))
                                + Message.script(audio, Sample.scripted(audio, count: 9)))), []
                ),
                ("only", .transform(VideoTransform()), ["source"]),
                ("sink", .sink(sink), ["only"]),
            ]))
        #expect(sink.payloads.map(\.track) == Array(repeating: video.id, count: 5))
        #expect(report.problems.map(\.code) == ["unused-track"])
        #expect(report.problems.map(\.stage) == ["source"])
        #expect(report.succeeded)
    }

    @Test func openTracksAreEndedAfterSource() async throws {
        let sink = RecordingSink()
        _ = try await run(
            .test([
                ("source", .source(ScriptedSource([.track(video)])), []),
                ("sink", .sink(sink), ["source"]),
            ]))
        guard case .end(let track)? = sink.record.all.last else {
            Issue.record("the track was not ended")
            return
        }
        #expect(track == video.id)
    }

    @Test func messagesAfterConsumerEndAreDiscarded() async throws {
        var sink = RecordingSink()
        sink.mostBatches = 1
        let source = ScriptedSource { output, context in
            try await output.send(.track(.scriptedVideo()))
            var index: Int64 = 0
            while !context.stop.isRaised {
                try await output.send(Sample.scripted(.scriptedVideo(), count: 10, start: index).map { .payload($0) })
                index += 10
            }
        }
        let report = try await run(.test([("source", .source(source), []), ("sink", .sink(sink), ["source"])]))
        #expect(report.succeeded)
    }

    @Test func mismatchedPayloadsAreRejected() {
        let plan = PipelinePlan.test([
            ("source", .source(ScriptedSource([])), []),
            ("sink", .sink(FrameSink()), ["source"]),
        ])
        #expect(throws: Diagnostic.self) { try PipelineRun(plan: plan) }
        do {
            _ = try PipelineRun(plan: plan)
        } catch {
            #expect(error.message == "'sink' accepts frame, but 'source' emits sample")
        }
    }
}

struct FrameSink: Sink {
    typealias Options = NoOptions
    typealias Input = Frame
    static let kind = "test.frames"
    static let abstract = "Accepts frames."
    init(options: NoOptions = NoOptions()) {}
    func run(input: any Inlet<Frame>, context: StageContext) async throws {
        while try await input.receive() != nil {}
    }
}
