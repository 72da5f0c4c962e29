import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct LadderEncodeTests {
    private static func ladder(_ configure: (inout LadderRung) -> Void...) -> VideoEncodeOptions {
        var options = VideoEncodeOptions()
        options.ladder = .rungs(
            configure.map {
                var rung = LadderRung()
                $0(&rung)
                return rung
            })
        return options
    }

    private func syncTicks(_ collector: Collector<Sample>, _ track: Track) -> [Int64] {
        collector.payloads(of: track.id).filter(\.isSync).map(\.presentationTicks)
    }

    @Test func allRungsAreSyncSamplesAtTheSameFrames() async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(6)), every: .seconds(2))
        let options = Self.ladder(
            { $0.height = 96 },
            {
                $0.height = 48
                $0.preset = .medium
            },
            {
                $0.height = 72
                $0.encoder = .openh264
            })
        let (collector, problems) = try await VideoEncodeTests.encode(input, options)
        #expect(problems == [])
        #expect(collector.tracks.map(\.attributes.renditionName) == ["video-96p", "video-48p", "video-72p"])
        for track in collector.tracks {
            #expect(syncTicks(collector, track) == markedTicks(input))
            let step = Int64(track.timescale) / 30
            let times = collector.payloads(of: track.id).map(\.presentationTicks)
            #expect(times == (0..<180).map { Int64($0) * step })
        }
        #expect(Set(collector.endedTracks) == Set(collector.tracks.map(\.id)))
        let firstPayload = collector.messages.firstIndex { if case .payload = $0 { true } else { false } }
        #expect(firstPayload == 3, "all rungs are announced before the first sample")
    }

    @Test func lookaheadEncoderDoesNotBlockOthers() async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(4)), every: .seconds(2))
        var options = Self.ladder({ $0.height = 96 }, { ($0.height, $0.encoder) = (48, .openh264) })
        (options.encoder, options.lookahead, options.preset) = (.x264, 40, .medium)
        let (collector, problems) = try await VideoEncodeTests.encode(input, options)
        #expect(problems == [])
        #expect(collector.tracks.map { collector.payloads(of: $0.id).count } == [120, 120])
    }

    @Test func downstreamRequestForcesSameFrameInAllRungs() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(4))
        var options = Self.ladder({ $0.height = 96 }, { $0.height = 48 })
        options.lookahead = 20
        let collector = Collector<Sample>()
        let inlet = RequestingInlet(input, after: 60) { collector.request(.keyframe(at: nil)) }
        try await VideoEncode(options: options).run(input: inlet, output: collector, context: .alone())
        let times = collector.tracks.map { syncTicks(collector, $0) }
        #expect(times[0].count == 2)
        #expect(times[0] == times[1])
    }

    @Test func trickPlayRungHasOneFramePerSecond() async throws {
        let input = marked(try await testFrames(rate: Ratio(30), duration: .seconds(6)), every: .milliseconds(2500))
        let options = Self.ladder({ $0.height = 96 }, { ($0.height, $0.isTrickPlay) = (48, true) })
        let (collector, problems) = try await VideoEncodeTests.encode(input, options)
        #expect(problems == [])
        let trick = try #require(collector.tracks.first { $0.attributes.isTrickPlay })
        let samples = collector.payloads(of: trick.id)
        // At each second, and at the segment boundaries every 2.5 s.
        #expect(samples.map(\.presentationTime.seconds) == [0, 1, 2, 2.5, 3, 4, 5])
        #expect(samples.count(where: \.isSync) == samples.count)
        #expect(
            samples.last.map { $0.duration == Int64($0.timescale) } == true,
            "the trick-play rung ends with the other rungs")
        guard case .codedVideo(let format) = trick.format else { return }
        #expect(format.nominalFrameRate == Ratio(1))
    }

    @Test func ladderStopsWithoutConsumer() async throws {
        let inlet = QueuedInlet(try await testFrames(rate: Ratio(30), duration: .seconds(20)), batch: 4)
        let collector = Collector<Sample>(limit: 10)
        let options = Self.ladder({ $0.height = 96 }, { $0.height = 48 })
        try await VideoEncode(options: options).run(input: inlet, output: collector, context: .alone())
        #expect(collector.payloads.count == 10)
    }

    @Test func scoresAndNamesTravelWithTheTracks() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(1))
        let options = Self.ladder({ ($0.name, $0.score) = ("best", 2) }, { ($0.height, $0.score) = (48, 1) })
        let (collector, _) = try await VideoEncodeTests.encode(input, options)
        #expect(collector.tracks.map(\.attributes.score) == [2, 1])
        #expect(collector.tracks.map(\.attributes.renditionName) == ["best", "video-48p"])
        #expect(collector.tracks.map(\.nominalBitRate).allSatisfy { $0 ?? 0 > 0 })
    }
}
