import Foundation
import Testing

/// Encoding places a keyframe exactly at each grid boundary.
@Suite struct GridTests {
    private static let interval = 2.0

    @Test(arguments: Movie.rates)
    func everySegmentBeginsWithTheFrameThatReachesTheGrid(movie: Movie) async throws {
        try await Scratch.use { scratch in
            let source = try await PacketList(movie.file(), in: scratch).times("video")
            let presentation = try await segmented(movie, "--encode", "--interval", "2s")
            let video = try await presentation.rendition("video", in: scratch)
            let coded = try await video.packets(in: scratch).times("video")
            #expect(coded.count == source.count, "every frame is kept")
            let (sourceStart, codedStart) = try (#require(source.first), #require(coded.first))

            let expected = (0..<5).compactMap { step in
                source.first { $0 - sourceStart >= Double(step) * Self.interval - 1e-6 }.map { $0 - sourceStart }
            }
            #expect(video.playlist.segments.count == expected.count)
            for (index, expected) in expected.enumerated() where index < video.playlist.segments.count {
                let times = try await video.packets(index..<index + 1, in: scratch).times("video")
                let start = try #require(times.first) - codedStart
                #expect(abs(start - expected) < 0.0005, "segment \(index) begins at \(start), not at \(expected)")
                try await expectIDRFirst(video, index, in: scratch)
            }
        }
    }

    @Test(arguments: Movie.rates)
    func everyFrameKeepsItsTime(movie: Movie) async throws {
        try await Scratch.use { scratch in
            let source = try await PacketList(movie.file(), in: scratch).times("video")
            let video = try await segmented(movie, "--encode", "--interval", "2s").rendition("video", in: scratch)
            let coded = try await video.packets(in: scratch).times("video")
            let (sourceStart, codedStart) = try (#require(source.first), #require(coded.first))
            for (source, coded) in zip(source, coded) {
                #expect(abs((source - sourceStart) - (coded - codedStart)) < 0.0005)
            }
        }
    }
}
