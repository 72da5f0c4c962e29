// The tests in WritingAStage.md. Scripts/check-listings verifies that both are equal.
import Media
import StageKit
import StageTesting
import Testing

@Suite struct FrameThinTests {
    @Test func conformsToStageContract() {
        #expect(StageConformance.check(FrameThin.self) == [])
    }

    @Test func everyThirdFrameIsKeptWithTripleDuration() throws {
        let kept = try thin(Frame.scripted(.scriptedVideo(), count: 7), keepEvery: 3)
        #expect(kept.map(\.presentationTicks) == [0, 3, 6])
        #expect(kept.map(\.duration) == [3, 3, 3])
    }

    @Test func keyframeMarkMovesToNextKeptFrame() throws {
        var frames = Frame.scripted(.scriptedVideo(), count: 5)
        frames[1].mustBeSync = true
        let kept = try thin(frames, keepEvery: 2)
        #expect(kept.map(\.mustBeSync) == [false, true, false])
    }

    @Test func tracksAreCountedSeparately() throws {
        let (first, second) = (Track.scriptedVideo(), Track.scriptedVideo(9))
        var harness = try TransformHarness(FrameThin.self)
        for track in [first, second] { try harness.push([.track(track)]) }
        for (one, other) in zip(Frame.scripted(first, count: 4), Frame.scripted(second, count: 4)) {
            try harness.push([.payload(one), .payload(other)])
        }
        let ticks = [first, second].map { track in
            harness.payloads.filter { $0.track == track.id }.map(\.presentationTicks)
        }
        #expect(ticks == [[0, 2], [0, 2]])
    }

    @Test func keepEveryZeroIsRejectedWithRange() {
        var catalogue = StageCatalogue()
        catalogue.register(FrameThin.self)
        var diagnostics: [Diagnostic] = []
        let entry = OptionNode.Entry(key: "keep-every", value: OptionNode("0"))
        #expect(catalogue["frame.thin"]?.make([entry], &diagnostics) == nil)
        #expect(diagnostics.map(\.notes) == [["expected 1 to 1000"]])
    }

    /// Returns the output of the stage for these frames.
    private func thin(_ frames: [Frame], keepEvery: Int) throws -> [Frame] {
        var options = FrameThin.Options()
        options.keepEvery = keepEvery
        var harness = try TransformHarness(FrameThin.self, options: options)
        try harness.push(Message.script(.scriptedVideo(), frames))
        try harness.finish()
        return harness.payloads
    }
}
