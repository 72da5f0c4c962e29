// The tests that WritingAStage.md shows; Scripts/check-examples keeps the two alike.
import Media
import StageKit
import Testing

@Suite struct FrameThinTests {
    @Test func oneFrameOfThreeIsKeptAndLastsThreeTimesAsLong() throws {
        let frames = try thin((0..<7).map { frame(at: $0) }, keepEvery: 3)
        #expect(frames.map(\.presentationTicks) == [0, 3, 6])
        #expect(frames.map(\.duration) == [3, 3, 3])
    }

    @Test func aKeyframeMarkOnADroppedFrameMovesToTheNextKeptOne() throws {
        let frames = try thin([frame(at: 0), frame(at: 1, mustBeSync: true), frame(at: 2)], keepEvery: 2)
        #expect(frames.map(\.mustBeSync) == [false, true])
    }

    @Test func aKeepEveryOfZeroIsRefusedWithTheRange() throws {
        var catalogue = StageCatalogue()
        catalogue.register(FrameThin.self)
        var diagnostics: [Diagnostic] = []
        let entry = OptionNode.Entry(key: "keep-every", value: OptionNode("0"))
        #expect(catalogue["frame.thin"]?.make([entry], &diagnostics) == nil)
        #expect(diagnostics.map(\.notes) == [["expected 1 to 1000"]])
    }

    /// What comes out when these frames go in.
    private func thin(_ frames: [Frame], keepEvery: Int) throws -> [Frame] {
        var options = FrameThin.Options()
        options.keepEvery = keepEvery
        var stage = FrameThin(options: options)
        var effects = Effects<Frame>()
        for frame in frames { stage.receive(.payload(frame), &effects) }
        try stage.finish(&effects)
        return effects.all.compactMap { effect in
            guard case .emit(.payload(let frame)) = effect else { return nil }
            return frame
        }
    }

    private func frame(at ticks: Int64, mustBeSync: Bool = false) -> Frame {
        Frame(
            track: Track.ID(rawValue: 1), timescale: 30, presentationTicks: ticks, duration: 1,
            mustBeSync: mustBeSync, content: NoContent())
    }
}

/// A frame's bytes, where nobody looks at them.
private struct NoContent: FrameContent {
    let byteCount = 0
}
