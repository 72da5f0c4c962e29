import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct DecodeOrderTests {
    static func order(_ times: [Int64]) throws -> [Sample] {
        var order = DecodeOrder()
        var result: [Sample] = []
        for time in times {
            let sample = Sample(
                track: Track.ID(rawValue: 1), timescale: 1000, decodeTicks: time, duration: 0,
                bytes: ByteSlice(copying: []))
            try order.next(sample, hasDecodeTime: false) { result.append($0) }
        }
        try order.finish { result.append($0) }
        return result
    }

    /// Returns the presentation times of groups I P B B in decode order.
    static func reordered(_ count: Int) -> [Int64] {
        (0..<count).flatMap { group -> [Int64] in
            let base = Int64(group) * 160
            return [base, base + 120, base + 40, base + 80]
        }
    }

    @Test(arguments: [1, 5, 12, 40]) func decodeTimesIncreaseAndStayBeforePresentation(groups: Int) throws {
        let times = Self.reordered(groups)
        let samples = try Self.order(times)
        #expect(samples.map(\.presentationTicks) == times)
        #expect(samples.allSatisfy { $0.presentationOffset >= 0 })
        #expect(zip(samples, samples.dropFirst()).allSatisfy { $0.decodeTicks < $1.decodeTicks })
        #expect(samples.contains { $0.presentationOffset == 0 }, "no later than needed")
    }

    @Test func unreorderedFramesAreDecodedAtPresentation() throws {
        let samples = try Self.order((0..<100).map { Int64($0 * 33) })
        #expect(samples.allSatisfy { $0.presentationOffset == 0 })
    }

    @Test func tooLateFrameIsRejected() {
        let times = (0..<100).map { Int64($0 * 40) } + [2000]
        #expect(throws: StageError.self) { try Self.order(times) }
    }
}

@Suite struct TimelineTests {
    @Test func decreasingOrJumpingTimesAreRejected() throws {
        let content = try #require(GStreamerFrame(copying: [0], caps: "video/x-raw"))
        for second in [Int64(0), -5, 90_000_000_000] {
            var timeline = VideoFrameTimeline(timescale: 90_000, rate: nil)
            let id = Track.ID(rawValue: 1)
            #expect(try timeline.next(at: 0, duration: nil, content, track: id).isEmpty)
            #expect(throws: StageError.self) { try timeline.next(at: second, duration: nil, content, track: id) }
        }
    }

    @Test(arguments: [(3600, [0, 1200, 2400, 3600]), (2, [0, 1, 2])] as [(Int64, [Int64])])
    func framesOfSamplesWithOneTimeShareItsDuration(step: Int64, expected: [Int64]) throws {
        let content = try #require(GStreamerFrame(copying: [0], caps: "video/x-raw"))
        var timeline = VideoFrameTimeline(
            timescale: 90_000, rate: nil, mendsTimes: true, sampleCount: { $0 < 3 ? 3 : 1 })
        let next = MediaTime(value: step, timescale: 90_000).nanoseconds
        var frames: [Frame] = []
        // The decoder repeats the last time.
        for time in [0, 1, 2, 2, next] {
            frames += try timeline.next(at: time, duration: nil, content, track: Track.ID(rawValue: 1))
        }
        frames += timeline.finish(track: Track.ID(rawValue: 1))
        #expect(frames.map(\.presentationTicks) == expected)
        #expect(timeline.leftOut == 5 - expected.count)
    }

    @Test func audioIsCountedUntilGap() throws {
        var timeline = AudioBlockTimeline(rate: 48_000)
        #expect(try timeline.next(at: 0, count: 1024) == 0)
        // A deviation of one millisecond, from rounding in Matroska.
        #expect(try timeline.next(at: 21_000_000, count: 1024) == 1024)
        #expect(try timeline.next(at: 1_000_000_000, count: 1024) == 48_000)
        #expect(throws: StageError.self) { try timeline.next(at: 0, count: 1024) }
    }

    @Test func liveAudioStaysWithinHalfBufferOfTimes() throws {
        for drift in [-200, 200] as [Int64] {
            var timeline = AudioBlockTimeline(rate: 48_000, isLive: true)
            for index in 0..<(3600 * 48_000 / 1024) as Range<Int64> {
                let said = index * 1024 + index * 1024 * drift / 1_000_000
                let time = said * 1_000_000_000 / 48_000
                guard let begin = try timeline.next(at: time, count: 1024) else { continue }
                #expect(abs(begin - said) <= 513)
            }
        }
    }

    @Test(
        arguments: [
            (Ratio(30), Int32(30_000)), (Ratio(30000, 1001), 30_000), (Ratio(24), 24_000), (Ratio(25), 25_000),
            (Ratio(24000, 1001), 24_000), (Ratio(60), 60_000), (Ratio(15), 15_000), (Ratio(2997, 100), 29_970),
        ] as [(Ratio, Int32)])
    func aFrameIsAWholeNumberOfTicks(rate: Ratio, timescale: Int32) {
        #expect(TrackTimescale.video(rate) == timescale)
        #expect(Int64(timescale) * Int64(rate.denominator) % Int64(rate.numerator) == 0)
        #expect(TrackTimescale.video(nil) == 90_000)
    }
}
