import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct TestPatternTests {
    static let rates = [
        Ratio(24), Ratio(25), Ratio(30000, 1001), Ratio(30), Ratio(50), Ratio(60000, 1001), Ratio(60),
    ]

    @Test(arguments: rates) func framesAreOnRateGrid(rate: Ratio) async throws {
        var options = TestVideo.Options()
        options.rate = rate
        options.size = PixelSize(width: 64, height: 48)
        options.duration = .seconds(20)
        let collector = Collector<Frame>()
        try await TestVideo(options: options).run(output: collector, context: .alone())
        let track = try #require(collector.tracks.first)
        let frames = collector.payloads
        let expected = (Int64(rate.numerator) * 20 + Int64(rate.denominator) - 1) / Int64(rate.denominator)
        #expect(frames.count == Int(expected))
        let step = Int64(track.timescale) * Int64(rate.denominator) / Int64(rate.numerator)
        #expect(step * Int64(rate.numerator) == Int64(track.timescale) * Int64(rate.denominator))
        for (index, frame) in frames.enumerated() {
            #expect(frame.presentationTicks == Int64(index) * step)
            #expect(frame.duration == step)
        }
        #expect(collector.endedTracks == [track.id])
    }

    @Test func audioHasExactDuration() async throws {
        var options = TestAudio.Options()
        options.rate = 44_100
        options.duration = .milliseconds(2500)
        let collector = Collector<Frame>()
        try await TestAudio(options: options).run(output: collector, context: .alone())
        var expected: Int64 = 0
        for frame in collector.payloads {
            #expect(frame.presentationTicks == expected)
            #expect(frame.byteCount == Int(frame.duration) * 8)
            expected += frame.duration
        }
        #expect(expected == 110_250)
        #expect(collector.tracks.first?.timescale == 44_100)
    }

    @Test func endlessSourceStopsOnRequest() async throws {
        let stop = StopSignal()
        let collector = Collector<Frame>(onPayload: { if $0 == 10 { stop.raise() } })
        var options = TestVideo.Options()
        options.size = PixelSize(width: 64, height: 48)
        try await TestVideo(options: options).run(output: collector, context: .alone(stop: stop))
        #expect(collector.payloads.count >= 10)
        #expect(collector.endedTracks.count == 1)
        let times = collector.payloads.map(\.presentationTicks)
        #expect(times == times.indices.map { Int64($0) * 1000 })
    }

    @Test func sourceEndsWithoutConsumer() async throws {
        let collector = Collector<Frame>(limit: 5)
        try await TestAudio(options: TestAudio.Options()).run(output: collector, context: .alone())
        #expect(collector.payloads.count == 5)
    }

    @Test func flashesAndTicksCoincideAtFullSeconds() async throws {
        let flashes = Collector<Frame>()
        var video = TestVideo.Options()
        (video.pattern, video.size, video.duration) = (.flash, PixelSize(width: 64, height: 48), .seconds(3))
        try await TestVideo(options: video).run(output: flashes, context: .alone())
        let white = try flashes.payloads.indices.filter { index in
            let content = try #require(flashes.payloads[index].content as? GStreamerFrame)
            return try #require(content.bytes).withUnsafeBytes { $0[0] > 200 }
        }
        #expect(white == [0, 30, 60])

        let ticks = Collector<Frame>()
        var audio = TestAudio.Options()
        (audio.wave, audio.channels, audio.duration) = (.ticks, 1, .seconds(3))
        try await TestAudio(options: audio).run(output: ticks, context: .alone())
        let samples = try ticks.payloads.flatMap { frame in
            try #require((frame.content as? GStreamerFrame)?.bytes).withUnsafeBytes {
                Array($0.bindMemory(to: Float.self))
            }
        }
        let starts = samples.indices.filter { index in
            samples[index] != 0 && samples[max(0, index - 1000)..<index].allSatisfy { $0 == 0 }
        }
        #expect(starts.map { $0 / 48 } == [0, 1000, 2000])
    }
}
