import Dispatch
import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// The queues between a thread that offers messages and the stages below.
@Suite struct OfferCrossingTests {
    let video = Track.scriptedVideo()

    func source(_ count: Int) -> ScriptedSource {
        let messages = Message.script(video, Sample.scripted(video, count: count))
        return ScriptedSource { output, _ in
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue(label: "offers").async {
                    for message in messages { _ = output.offer(message) }
                    done.resume()
                }
            }
        }
    }

    func links(_ report: RunStatus) -> [String] { report.links.map { "\($0.from) \($0.to)" } }

    @Test func offeredMessagesCrossOneQueue() async throws {
        let sink = RecordingSink()
        let report = try await run(
            .test([("camera", .source(source(100)), []), ("encoder", .sink(sink), ["camera"])]))
        #expect(links(report) == ["camera encoder"])
        #expect(sink.ticks == Array(0..<100))
    }

    @Test func quickTransformsNeedNoQueue() async throws {
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("camera", .source(source(100)), []), ("mark", .transform(QuickTransform()), ["camera"]),
                ("encoder", .sink(sink), ["mark"]),
            ]))
        #expect(links(report) == ["mark encoder"])
        #expect(report.stages.map(\.received) == [0, 100, 100])
        #expect(sink.ticks == Array(0..<100))
    }

    @Test func offeringThreadRunsNoOtherTransform() async throws {
        let sink = RecordingSink()
        let report = try await run(
            .test([
                ("camera", .source(source(100)), []), ("mark", .transform(QuickTransform()), ["camera"]),
                ("tone", .transform(PassingTransform()), ["mark"]), ("sink", .sink(sink), ["tone"]),
            ]))
        #expect(links(report) == ["camera camera", "tone sink"])
        #expect(sink.ticks == Array(0..<100))
    }

    @Test func fullLinkOfOneBranchStopsItsTracksOnly() async throws {
        // Video fills its link, while audio passes to its own.
        let (gate, audio) = (Gate(), Track.scriptedAudio())
        let (slow, quick) = (RecordingSink(gate: gate), RecordingSink())
        let messages: [Message<Sample>] =
            [.track(video), .track(audio)] + Sample.scripted(video, count: 100, syncEvery: 10).map { .payload($0) }
            + Sample.scripted(audio, count: 8).map { .payload($0) }
        var camera = ScriptedSource { output, _ in
            await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                DispatchQueue(label: "offers").async {
                    for message in messages { _ = output.offer(message) }
                    gate.open()
                    done.resume()
                }
            }
        }
        camera.whenFull = .dropToKeyframe
        let report = try await run(
            .test([
                ("camera", .source(camera), []),
                ("video", .processor(VideoProcessor()), ["camera"]), ("slow", .sink(slow), ["video"]),
                ("audio", .processor(AudioProcessor()), ["camera"]), ("quick", .sink(quick), ["audio"]),
            ])
        ) { $0.limits = LinkLimits(messages: 16) }
        #expect(report.stages[0].dropped > 0)
        #expect(slow.payloads.count == 100 - report.stages[0].dropped)
        #expect(quick.payloads.count == 8)
        #expect(report.links.first { $0.from == "camera" }?.whenFull == "drop-to-keyframe")
    }
}
