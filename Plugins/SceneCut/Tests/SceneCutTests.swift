import Media
import StageKit
import StageTesting
import Testing

@testable import SceneCut

@Suite struct SceneCutTests {
    private let format = RawVideoFormat(pixelFormat: "GRAY8", size: PixelSize(width: 64, height: 64))
    private var track: Track { Track(id: Track.ID(rawValue: 1), format: .rawVideo(format), timescale: 10) }

    @Test func conformsToStageContract() {
        #expect(StageConformance.check(SceneCut.self, payloads: 10_000) == [])
    }

    @Test func firstFrameOfEachSceneIsMarkedAndReported() throws {
        let harness = try run([20, 22, 24, 200, 198, 200, 201, 199, 200, 90])
        #expect(
            harness.payloads.map(\.mustBeSync)
                == [3, 9].reduce(into: Array(repeating: false, count: 10)) { $0[$1] = true })
        #expect(harness.problems.map(\.message) == ["new scene at 0.3s", "new scene at 0.9s"])
    }

    @Test func flashIsNotAScene() throws {
        let harness = try run([20, 20, 240, 20, 20, 20])
        #expect(harness.payloads.map(\.mustBeSync) == [false, false, true, false, false, false])
    }

    @Test func existingMarksAreKept() throws {
        var frames = try frames([20, 200, 20])
        frames[0].mustBeSync = true
        var harness = try TransformHarness(SceneCut.self)
        try harness.push(Message.script(track, frames))
        #expect(harness.payloads.map(\.mustBeSync) == [true, false, false])
    }

    private func run(_ greys: [UInt8]) throws -> TransformHarness<SceneCut> {
        var harness = try TransformHarness(SceneCut.self)
        try harness.push(Message.script(track, try frames(greys)))
        try harness.finish()
        return harness
    }

    /// Returns one uniform frame for each grey level.
    private func frames(_ greys: [UInt8]) throws -> [Frame] {
        try greys.enumerated().map { index, grey in
            let bytes = [UInt8](repeating: grey, count: try #require(format.defaultByteCount))
            return Frame(
                track: track.id, timescale: 10, presentationTicks: Int64(index), duration: 1,
                content: FrameBytes(ByteSlice(copying: bytes), format: .rawVideo(format)))
        }
    }
}
