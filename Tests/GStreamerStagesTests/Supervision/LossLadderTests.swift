import HLS
import Media
import Testing

@testable import GStreamerStages
@testable import PipelineRuntime

/// Several renditions of one camera that is lost.
extension LossPipelineTests {
    @Test func allRungsOfALadderHaveTheSameGapsAndBoundaries() async throws {
        var setting = Setting(cameraFaults: ["disappear 2500ms at 2400ms"])
        setting.ladder = .rungs(
            [90, 48].map { height in
                var rung = LadderRung()
                (rung.height, rung.name) = (height, "v\(height)")
                return rung
            })
        let run = try await Self.run(setting)
        #expect(run.report.succeeded, "\(run.report)")
        var rungs: [[MediaSegment]] = []
        for id in ["v90", "v48"] {
            try expectValid(run, id, frame: 0.04)
            rungs.append(try entries(run, id))
        }
        try #require(rungs[0].count == rungs[1].count && rungs[0].count > 6)
        #expect(rungs[0].contains(where: \.isGap) && rungs[0].last?.isGap == false)
        for (one, other) in zip(rungs[0], rungs[1]) {
            #expect(one.isGap == other.isGap && one.duration == other.duration, "\(one.uri)")
            #expect(one.programDateTime == other.programDateTime && !one.isDiscontinuity && !other.isDiscontinuity)
        }
        let pictures = try [played(run, "v90", "v:0"), played(run, "v48", "v:0")]
        #expect(pictures[0] == pictures[1] && pictures[0] > 100)
        try expectValid(run, "audio", frame: 0.04)
        #expect(try entries(run, "audio").allSatisfy { !$0.isGap })
    }
}
