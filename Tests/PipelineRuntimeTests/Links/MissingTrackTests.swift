import Media
import StageKit
import StageTesting
import Synchronization
import Testing

@testable import PipelineRuntime

/// Merges whose inputs do not all announce a track.
@Suite struct MissingTrackTests {
    private let video = Track.scriptedVideo()
    private let audio = Track.scriptedAudio()

    /// A source that sends some samples and stays open until the gate opens.
    private func source(_ track: Track, _ count: Int, until gate: Gate) -> ScriptedSource {
        ScriptedSource { output, _ in
            try await output.send(
                [.track(track)] + Sample.scripted(track, count: count).map { .payload($0) })
            try await gate.pass()
            try await output.send([.end(track.id)])
        }
    }

    private func run(
        _ stages: [(name: String, stage: AnyStage, inputs: [String])], _ gate: Gate, _ sink: RecordingSink,
        limits: Int = 1, ready: Gate? = nil, whileRunning: (PipelineRun) async throws -> Void = { _ in }
    ) async throws -> RunStatus {
        let clock = VirtualClock()
        var options = RunOptions()
        options.clock = clock
        let run = try PipelineRun(plan: PipelinePlan.test(stages), options: options)
        async let report = run.run()
        try await ready?.pass()
        for _ in 0..<limits {
            await eventually { clock.sleeperCount > 0 }
            #expect(sink.payloads.isEmpty, "the merge waits up to the limit")
            clock.advance(by: TrackDeadline.limit.duration)
        }
        await clock.advance(by: TrackDeadline.limit.duration) { !sink.payloads.isEmpty }
        try await whileRunning(run)
        gate.open()
        let result = await report
        #expect(clock.sleeperCount == 0, "no sleeper remains after the run")
        return result
    }

    @Test(arguments: [MediaType.audio, .text])
    func branchWithoutTrackEndsTheWait(mediaType: MediaType) async throws {
        let (gate, sink) = (Gate(), RecordingSink())
        let result = try await run(
            [
                ("source", .source(source(video, 30, until: gate)), []),
                ("picture", .transform(VideoTransform()), ["source"]),
                (
                    "branch", mediaType == .audio ? .transform(AudioTransform()) : .transform(TextTransform()),
                    ["source"]
                ),
                ("merge", .transform(InterleavingTransform()), ["picture", "branch"]),
                ("sink", .sink(sink), ["merge"]),
            ], gate, sink
        ) { run in
            #expect(run.status.stages.first { $0.name == "merge" }?.missingInputs == ["branch"])
            #expect(run.status.description.contains("merge: no track from branch"))
        }
        #expect(result.succeeded && sink.payloads.count == 30)
        let problem = try #require(result.problems.first { $0.code == "missing-track" })
        #expect(problem.stage == "merge" && problem.message.contains("'branch'"))
    }

    /// A camera that is connected and delivers nothing does not hold back the other camera.
    @Test func secondCameraWithoutTrackEndsTheWait() async throws {
        let (gate, sink) = (Gate(), RecordingSink())
        let result = try await run(
            [
                ("first", .source(source(video, 30, until: gate)), []),
                ("second", .source(ScriptedSource { _, _ in try await gate.pass() }), []),
                ("merge", .transform(InterleavingTransform()), ["first", "second"]),
                ("sink", .sink(sink), ["merge"]),
            ], gate, sink
        ) { run in
            #expect(run.status.stages.first { $0.name == "merge" }?.missingInputs == ["second"])
        }
        #expect(result.succeeded && sink.payloads.count == 30)
        #expect(result.problems.filter { $0.code == "missing-track" }.map(\.stage) == ["merge"])
    }

    /// Encoders continue during the wait, so the requests of the merging stage must not wait for its input.
    @Test func requestsForHeldVideoReachTheSource() async throws {
        let (gate, ready, sink, requests) = (Gate(), Gate(), RecordingSink(), Record<UpstreamRequest>())
        let encoder = ScriptedSource { [video] output, _ in
            output.onRequest { requests.append($0) }
            try await output.send([.track(video)])
            for second in 0...3 {
                let start = Int64(second * 30)
                try await output.send(Sample.scripted(video, count: 30, start: start).map { .payload($0) })
                await eventually { requests.all.count > second }
            }
            ready.open()
            try await gate.pass()
            try await output.send([.end(video.id)])
        }
        let result = try await run(
            [
                ("encoder", .source(encoder), []),
                ("microphone", .source(ScriptedSource { _, _ in try await gate.pass() }), []),
                ("merge", .transform(RequestingTransform()), ["encoder", "microphone"]),
                ("sink", .sink(sink), ["merge"]),
            ], gate, sink, ready: ready)
        #expect(result.succeeded && sink.payloads.count == 120)
        #expect(requests.all.allSatisfy { if case .keyframe = $0 { true } else { false } })
    }

    /// The audio of a live source stops: the rest continues, the loss is visible, and the audio returns after a gap.
    @Test func liveTrackThatStopsIsReplacedUntilItReturns() async throws {
        let (clock, sink) = (VirtualClock(), RecordingSink())
        let (hasAudio, hasVideo, stalled, returns) = (Gate(), Gate(), Gate(), Gate())
        let (video, audio) = (live(video), live(audio))
        let microphone = ScriptedSource { output, _ in
            try await output.send([.track(audio)])
            hasAudio.open()
            try await hasVideo.pass()
            try await output.send(Sample.scripted(audio, count: 1).map { .payload($0) })
            try await returns.pass()
            let late = Sample.scripted(audio, count: 1, start: 40 * 48000)
            try await output.send(late.map { .payload($0) } + [.end(audio.id)])
        }
        let camera = ScriptedSource { output, _ in
            try await output.send([.track(video)])
            hasVideo.open()
            // Media of one track that waits for the other track would have a deadline of its own.
            try await hasAudio.pass()
            try await output.send(Sample.scripted(video, count: 300).map { .payload($0) })
            try await stalled.pass()
            let rest = Sample.scripted(video, count: 1500, start: 300).map { Message.payload($0) }
            try await output.send(rest + [.end(video.id)])
        }
        var options = RunOptions()
        options.clock = clock
        let run = try PipelineRun(
            plan: PipelinePlan.test([
                ("camera", .source(camera), []), ("microphone", .source(microphone), []),
                ("merge", .transform(InterleavingTransform()), ["camera", "microphone"]),
                ("sink", .sink(sink), ["merge"]),
            ]), options: options)
        async let report = run.run()
        await clock.advance(by: TrackDeadline.limit.duration) { sink.payloads.count >= 300 }
        #expect(run.status.stages.first { $0.name == "merge" }?.lostTracks == ["audio from microphone"])
        #expect(run.status.description.contains("merge: no audio from microphone"))
        returns.open()
        await eventually { run.status.stages.allSatisfy { $0.lostTracks == nil } }
        stalled.open()
        let result = await report
        #expect(result.succeeded && sink.payloads.count == 1802)
        #expect(sink.record.all.contains { if case .gap(audio.id, _) = $0 { true } else { false } })
        #expect(result.problems.map(\.code) == ["track-lost", "track-returned"])
    }

    private func live(_ track: Track) -> Track {
        var track = track
        track.liveOrigin = .zero
        return track
    }

    @Test func stageThatHasReceivedMediaIsSlow() async throws {
        let (gate, slow, sink) = (Gate(), Gate(), RecordingSink())
        let late = SlowProcessor(gate: slow)
        let result = try await run(
            [
                ("source", .source(source(video, 30, until: gate)), []),
                ("other", .source(source(audio, 30, until: gate)), []),
                ("slow", .processor(late), ["other"]),
                ("merge", .transform(InterleavingTransform()), ["source", "slow"]),
                ("sink", .sink(sink), ["merge"]),
            ], gate, sink, limits: TrackDeadline.slowLimit
        ) { _ in slow.open() }
        #expect(result.problems.filter { $0.code == "missing-track" }.count == 1)
        #expect(sink.payloads.count == 60, "the late track is added")
    }
}

/// A processor that forwards its input once a gate has opened.
private struct SlowProcessor: Processor {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.slow"
    static let abstract = "Forwards its input late."
    var gate: Gate?
    init(options: NoOptions) {}
    init(gate: Gate) { self.gate = gate }

    func run(input: any Inlet<Sample>, output: any Outlet<Sample>, context: StageContext) async throws {
        var isFirst = true
        while let batch = try await input.receive() {
            if isFirst { try await gate?.pass() }
            isFirst = false
            try await output.send(batch)
        }
    }
}

/// A merge that requests a keyframe after the video that it does not have yet.
private struct RequestingTransform: Transform, HeldMediaObserving {
    typealias Options = NoOptions
    typealias Input = Sample
    typealias Output = Sample
    static let kind = "test.requesting"
    static let abstract = "Requests keyframes."
    static let interleavesInputs = true
    init(options: NoOptions = NoOptions()) {}

    mutating func receive(_ message: Message<Sample>, _ effects: inout Effects<Sample>) {
        effects.emit(message: message)
    }

    func requests(holdingVideoUntil time: MediaTime, after earlier: MediaTime?) -> [UpstreamRequest] {
        [.keyframe(at: time + .seconds(1))]
    }
}
