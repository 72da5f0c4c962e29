import Media
import StageKit
import Testing

@testable import GStreamerStages

@Suite struct MakeThumbnailsTests {
    private func run(
        _ messages: [Message<Frame>], _ configure: (inout MakeThumbnails.Options) -> Void
    ) async throws -> [Segment] {
        var options = MakeThumbnails.Options()
        configure(&options)
        let collector = Collector<Segment>()
        try await MakeThumbnails(options: options).run(
            input: QueuedInlet(messages), output: collector, context: .alone())
        return collector.payloads
    }

    @Test func framesAtIntervalsFillImages() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(11))
        let segments = try await run(input) {
            ($0.interval, $0.height, $0.columns, $0.rows) = (.seconds(1), 48, 2, 2)
        }
        #expect(segments.map(\.kind) == [.initialization, .separable, .separable, .separable])
        for segment in segments { #expect(segment.data.bytes.starts(with: [0xff, 0xd8])) }
        let images = segments.dropFirst()
        #expect(images.map(\.index) == [0, 1, 2])
        let tracks = images.compactMap(\.report.tracks.first)
        #expect(tracks.map(\.sampleCount) == [4, 4, 3])
        #expect(tracks.map(\.earliestPresentationTime) == [.zero, .seconds(4), .seconds(8)])
        #expect(tracks.map(\.duration) == [.seconds(4), .seconds(4), .seconds(3)])
        #expect(images.allSatisfy { $0.rendition.images?.tileSize == PixelSize(width: 80, height: 48) } as Bool)
    }

    @Test func posterIsFrameAtItsTime() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(3))
        let first = try await run(input) { $0.poster = .zero }
        let late = try await run(input) { $0.poster = .seconds(2) }
        #expect(first[0].data.bytes != late[0].data.bytes)
        #expect(
            try await run(input) { $0.poster = .seconds(60) }.map(\.kind) == [.separable], "no picture is that late")
    }

    @Test func trackWithoutFramesHasNoThumbnails() async throws {
        let input = try await testFrames(rate: Ratio(30), duration: .seconds(1)).filter { message in
            if case .payload = message { return false }
            return true
        }
        #expect(try await run(input) { _ in }.isEmpty)
    }
}
