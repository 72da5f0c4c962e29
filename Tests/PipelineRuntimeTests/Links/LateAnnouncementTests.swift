import Media
import StageKit
import StageTesting
import Testing

@testable import PipelineRuntime

/// Two sources on one transform, the second of which announces its track after the first has sent several seconds of media.
@Suite struct LateAnnouncementTests {
    private let video = Track.scriptedVideo()
    private let audio = Track.scriptedAudio()

    /// Runs the stages below two sources, which read into the stages `inputs`.
    private func messages(
        _ stages: (_ camera: String, _ microphone: String) -> [(name: String, stage: AnyStage, inputs: [String])],
        to last: String
    ) async throws -> [Message<Sample>] {
        let (sent, sink) = (Gate(), RecordingSink())
        let pictures = Message<Sample>.script(video, Sample.scripted(video, count: 180))
        let sounds = Message<Sample>.script(audio, Sample.scripted(audio, count: 282, duration: 1024))
        let camera = ScriptedSource { output, _ in
            try await output.send(Array(pictures.prefix(151)))
            sent.open()
            try await output.send(Array(pictures.dropFirst(151)))
        }
        let microphone = ScriptedSource { output, _ in
            try await sent.pass()
            for message in sounds { try await output.send([message]) }
        }
        let report = try await run(
            .test(
                [("camera", .source(camera), []), ("microphone", .source(microphone), [])]
                    + stages("camera", "microphone") + [("sink", .sink(sink), [last])]))
        #expect(report.succeeded && report.problems.isEmpty, "\(report.problems)")
        return sink.record.all
    }

    /// Both tracks are announced before any payload, and all payloads follow in the order of their times.
    private func expectMerged(_ messages: [Message<Sample>], sourceLocation: Testing.SourceLocation = #_sourceLocation)
    {
        let announced = messages.prefix { $0.payload == nil }.compactMap { message -> Track.ID? in
            if case .track(let track) = message { track.id } else { nil }
        }
        #expect(Set(announced) == [video.id, audio.id], sourceLocation: sourceLocation)
        let times = messages.compactMap { $0.payload?.linkTime }
        #expect(times.count == 462 && times == times.sorted(), sourceLocation: sourceLocation)
    }

    @Test func stageThatMergesItsInputsWaitsForBothTracks() async throws {
        let merged = try await messages(
            { [("merge", .transform(InterleavingTransform()), [$0, $1])] }, to: "merge")
        expectMerged(merged)
    }

    @Test func transformAboveAMergingStageWaitsForBothTracks() async throws {
        let merged = try await messages(
            {
                [
                    ("label", .transform(PassingTransform("label")), [$0, $1]),
                    ("other", .transform(PassingTransform("other")), ["label"]),
                    ("merge", .transform(InterleavingTransform()), ["other"]),
                ]
            }, to: "merge")
        expectMerged(merged)
    }

    @Test func transformAboveOtherStagesReceivesMediaAsTheyArrive() throws {
        let plan = PipelinePlan.test([
            ("camera", .source(ScriptedSource([])), []), ("microphone", .source(ScriptedSource([])), []),
            ("label", .transform(PassingTransform("label")), ["camera", "microphone"]),
            ("sink", .sink(RecordingSink()), ["label"]),
        ])
        #expect(try plan.links().map(\.isMerged) == [false, false, false])
    }
}
