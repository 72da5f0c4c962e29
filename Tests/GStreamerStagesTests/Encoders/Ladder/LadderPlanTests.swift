import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct LadderPlanTests {
    private func format(
        _ width: Int, _ height: Int, rate: Ratio? = Ratio(30), aspect: Ratio = Ratio(1)
    ) -> RawVideoFormat {
        RawVideoFormat(
            pixelFormat: "I420", size: PixelSize(width: width, height: height), pixelAspect: aspect,
            nominalFrameRate: rate)
    }

    private func plan(_ rungs: [LadderRung], _ format: RawVideoFormat) -> LadderPlan {
        LadderPlan(.rungs(rungs), VideoEncodeOptions(), format)
    }

    private func rung(_ configure: (inout LadderRung) -> Void) -> LadderRung {
        var rung = LadderRung()
        configure(&rung)
        return rung
    }

    @Test(arguments: [
        (1920, 1080, [1080, 720, 540, 432, 234]), (1280, 720, [720, 540, 432, 234]), (640, 360, [360, 234]),
        (720, 480, [480, 360, 234]), (320, 180, [180]), (3840, 2160, [2160, 1440, 1080, 720, 540]),
    ])
    func autoLadderStartsAtInputSize(width: Int, height: Int, lines: [Int]) {
        let plan = LadderPlan(.auto, VideoEncodeOptions(), format(width, height))
        #expect(plan.rungs.map(\.size.height) == lines)
        #expect(plan.rungs[0].options.size == nil, "the first rung is not scaled")
        #expect(plan.enlarged.isEmpty)
        let rates = plan.rungs.map(\.options.bitRate)
        #expect(rates == rates.sorted(by: >))
    }

    @Test func portraitVideoGetsSameRungs() {
        let plan = LadderPlan(.auto, VideoEncodeOptions(), format(1080, 1920))
        #expect(plan.rungs.map(\.name) == ["video-1080p", "video-720p", "video-540p", "video-432p", "video-234p"])
        #expect(plan.rungs[1].size == PixelSize(width: 720, height: 1280))
    }

    @Test func pixelsThatAreNotSquareAreStretched() {
        let wide = format(720, 576, aspect: Ratio(16, 11))
        let half = plan([rung { $0.height = 288 }, rung { $0.height = 576 }], wide)
        #expect(
            half.rungs.map(\.size) == [PixelSize(width: 524, height: 288), PixelSize(width: 1048, height: 576)])
    }

    @Test func documentedSizesGetDocumentedRates() {
        #expect(
            LadderRates.bitRate(for: PixelSize(width: 1920, height: 1080), rate: Ratio(30), codec: .h264)
                == .kilobits(6000))
        #expect(
            LadderRates.bitRate(for: PixelSize(width: 1280, height: 720), rate: Ratio(25), codec: .h264)
                == .kilobits(3000))
        #expect(
            LadderRates.bitRate(for: PixelSize(width: 1280, height: 720), rate: Ratio(60), codec: .h264)
                == .kilobits(4500))
    }

    @Test func rungNamesAreUnique() {
        let plan = plan(
            [
                rung { $0.height = 360 }, rung { $0.height = 360 }, rung { $0.name = "best" },
                rung { ($0.height, $0.isTrickPlay) = (180, true) },
            ],
            format(1280, 720))
        #expect(plan.rungs.map(\.name) == ["video-360p", "video-360p-2", "best", "trick-180p"])
    }

    @Test func upscalingRungIsEncodedWithWarning() {
        let plan = plan([rung { $0.height = 1080 }, rung { $0.height = 720 }], format(1280, 720))
        #expect(plan.enlarged.map(\.name) == ["video-1080p"])
    }

    @Test func contradictingLaddersAreRefused() {
        func read(_ rungs: [[String: String]]) throws -> Ladder {
            let nodes = rungs.map { rung in
                OptionNode(.mapping(rung.map { OptionNode.Entry(key: $0.key, value: OptionNode($0.value)) }))
            }
            return try Ladder(option: OptionNode(.list(nodes)))
        }
        #expect(throws: OptionProblem.self) { try read([]) }
        #expect(throws: OptionProblem.self) { try read([["height": "720", "size": "1280x720"]]) }
        #expect(throws: OptionProblem.self) { try read([["height": "719"]]) }
        #expect(throws: OptionProblem.self) { try read([["trick-play": "true"]]) }
        #expect(throws: OptionProblem.self) { try read([["score": "1"], ["height": "720"]]) }
        #expect(throws: OptionProblem.self) { try read([["name": "a"], ["name": "a"]]) }
        #expect(throws: OptionProblem.self) { try read([["name": "../up"]]) }
        #expect(throws: OptionProblem.self) { try read(Array(repeating: ["height": "720"], count: 17)) }
        #expect(throws: Never.self) { try read([["height": "720", "score": "2.5"], ["trick-play": "true"]]) }
        #expect(throws: OptionProblem.self) { try Ladder(option: OptionNode("automatic")) }
    }

    @Test func aRungThatContradictsTheStageIsNamed() {
        var options = VideoEncodeOptions()
        options.bFrames = 2
        options.ladder = .rungs([rung { $0.height = 720 }, rung { ($0.height, $0.profile) = (360, .baseline) }])
        #expect { try VideoEncode(options: options) } throws: { error in
            (error as? StageError)?.message.hasPrefix("rung 'video-360p': profile baseline does not") ?? false
        }
    }
}
