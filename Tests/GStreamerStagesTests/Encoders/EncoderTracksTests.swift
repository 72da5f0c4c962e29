import Foundation
import Media
import StageKit
import Testing

@testable import GStreamerStages

/// Several tracks in one encoder stage, in all orders that sources and merges can produce.
@Suite struct EncoderTracksTests {
    /// The order of the frames of two tracks.
    enum Order: String, CaseIterable {
        case oneAfterTheOther
        case secondAfterTheFirstHasEnded
        case alternating
        case withoutEnds
        case secondIsEmpty

        func messages(_ first: [Message<Frame>], _ second: [Message<Frame>]) -> [Message<Frame>] {
            let tracks = [first[0], second[0]]
            let (ones, others) = (first.filter(\.isPayload), second.filter(\.isPayload))
            let ends = [first[first.count - 1], second[second.count - 1]]
            switch self {
            case .oneAfterTheOther: return tracks + ones + others + ends
            case .secondAfterTheFirstHasEnded: return tracks + ones + [ends[0]] + others + [ends[1]]
            case .alternating:
                let longest = max(ones.count, others.count)
                let frames = (0..<longest).flatMap { index in
                    [ones, others].compactMap { $0.indices.contains(index) ? $0[index] : nil }
                }
                return tracks + frames + ends
            case .withoutEnds: return tracks + ones + others
            case .secondIsEmpty: return tracks + ones + ends
            }
        }
    }

    static func audio(_ id: UInt32, rate: Int, _ duration: MediaTime) async throws -> [Message<Frame>] {
        try await AudioEncodeTests.audio(rate: rate, duration: duration).map { $0.renamed(id) }
    }

    @Test(arguments: Order.allCases) func allAudioTracksAreAnnouncedBeforeFirstSample(order: Order) async throws {
        let messages = order.messages(
            try await Self.audio(1, rate: 48_000, .seconds(5)), try await Self.audio(2, rate: 44_100, .seconds(5)))
        let collector = try await AudioEncodeTests.encode(messages)
        expectTracksFirst(collector, count: order == .secondIsEmpty ? 1 : 2)
        for track in collector.tracks {
            let packets = collector.payloads(of: track.id)
            #expect(packets.map(\.decodeTicks) == packets.indices.map { Int64($0) * 1024 - 1024 })
            #expect(try #require(packets.last).decodeTicks + 1024 >= 5 * Int64(track.timescale))
        }
    }

    @Test(arguments: Order.allCases) func allVideoTracksAreAnnouncedBeforeFirstSample(order: Order) async throws {
        let messages = order.messages(
            try await testFrames(rate: Ratio(30), duration: .seconds(3)).map { $0.renamed(1) },
            try await testFrames(rate: Ratio(10), duration: .seconds(3)).map { $0.renamed(2) })
        let collector = Collector<Sample>()
        try await VideoEncode(options: VideoEncodeOptions()).run(
            input: QueuedInlet(messages), output: collector, context: .alone())
        expectTracksFirst(collector, count: order == .secondIsEmpty ? 1 : 2)
        let counts = collector.tracks.map { collector.payloads(of: $0.id).count }.sorted()
        #expect(counts == (order == .secondIsEmpty ? [90] : [30, 90]))
    }

    @Test func veryLateTrackDoesNotBlockOthers() async throws {
        let messages = Order.oneAfterTheOther.messages(
            try await Self.audio(1, rate: 48_000, .seconds(5)), try await Self.audio(2, rate: 44_100, .seconds(1)))
        var stage = try AudioEncode(options: AudioEncode.Options())
        stage.queueLimit = 100_000
        let (collector, reports) = (Collector<Sample>(), Reports())
        try await stage.run(
            input: QueuedInlet(messages), output: collector, context: .alone(reports: reports))
        #expect(reports.problems.map(\.code) == ["late-track"])
        #expect(collector.tracks.count == 2 && Set(collector.endedTracks) == Set(collector.tracks.map(\.id)))
        #expect(collector.tracks.map { collector.payloads(of: $0.id).count } == [236, 45])
    }

    @Test func trackFailureEndsWaitingTracks() async throws {
        let (first, second) = (
            try await Self.audio(1, rate: 48_000, .seconds(5)), try await Self.audio(2, rate: 44_100, .seconds(1))
        )
        let foreign = second.map { message in
            guard case .payload(var frame) = message else { return message }
            frame.content = ForeignContent()
            return .payload(frame)
        }
        let began = ContinuousClock.now
        let error = await #expect(throws: StageError.self) {
            try await AudioEncodeTests.encode(Order.oneAfterTheOther.messages(first, foreign))
        }
        #expect(error?.code == .unsupportedMedia)
        #expect(ContinuousClock.now - began < .seconds(10), "stopping waits 15 s for threads that hang")
    }

    @Test func encodingStopsWithoutConsumer() async throws {
        let messages = Order.oneAfterTheOther.messages(
            try await Self.audio(1, rate: 48_000, .seconds(5)), try await Self.audio(2, rate: 44_100, .seconds(5)))
        let collector = Collector<Sample>(limit: 10)
        try await AudioEncode(options: AudioEncode.Options()).run(
            input: QueuedInlet(messages), output: collector, context: .alone())
        #expect(collector.payloads.count == 10)
    }

    private func expectTracksFirst(_ collector: Collector<Sample>, count: Int) {
        let announced = collector.messages.prefix { message in
            if case .track = message { return true }
            return false
        }
        #expect(announced.count == count && collector.tracks.count == count)
        #expect(collector.tracks.map(\.id) == collector.tracks.map(\.id).sorted())
        #expect(Set(collector.endedTracks) == Set(collector.tracks.map(\.id)))
    }
}

/// Frame content that is not a GStreamer buffer.
private struct ForeignContent: FrameContent {
    var byteCount: Int { 4 }
}
