import Foundation
import Media
import OutsidePrograms
import ReadingStages
import StageKit
import Testing

@testable import GStreamerStages

/// Movies whose edit lists omit, repeat, reorder or pause media, decoded as editors present them.
@Suite struct EditedMovieDecodeTests {
    /// An edit: duration and start in milliseconds, and whether the media pause.
    struct Edit: Sendable {
        var duration: Int
        var start: Int
        var isPaused = false
        var isFast = false
    }
    struct Movie: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var edits: [Edit]
        /// The numbers of the frames, in order.
        var frames: [Int]
    }

    static let movies = [
        Movie(
            testDescription: "cut out", edits: [Edit(duration: 1000, start: 1000), Edit(duration: 1000, start: 3000)],
            frames: Array(25..<50) + Array(75..<100)),
        Movie(
            testDescription: "reordered", edits: [Edit(duration: 1000, start: 3000), Edit(duration: 1000, start: 0)],
            frames: Array(75..<100) + Array(0..<25)),
        Movie(
            testDescription: "repeated", edits: [Edit(duration: 400, start: 2000), Edit(duration: 400, start: 2000)],
            frames: Array(50..<60) + Array(50..<60)),
        Movie(
            testDescription: "paused",
            edits: [Edit(duration: 1000, start: 500, isPaused: true), Edit(duration: 400, start: 1000)],
            frames: [12] + Array(25..<35)),
    ]

    @Test(arguments: movies) func partsFollowEachOther(movie: Movie) async throws {
        let folder = try TestFolder()
        var options = FileDecode.Options()
        options.path = try Self.make(folder, movie.edits)
        let (collector, reports) = (Collector<Frame>(), Reports())
        let stage = try FileDecode(options: options)
        try await stage.run(output: collector, context: .alone(reports: reports))
        #expect(reports.problems.isEmpty, "\(reports.problems)")
        #expect(collector.tracks.count == 2 && collector.endedTracks.count == 2)
        let video = try #require(collector.tracks.first { $0.mediaType == .video })
        let frames = collector.payloads(of: video.id)
        let numbers = try frames.map { frame in
            let luma = try #require((frame.content as? GStreamerFrame)?.bytes).withUnsafeBytes { Int($0[8000]) }
            return Int((Double(luma - 16) / 2).rounded())
        }
        #expect(numbers == movie.frames)
        let total = Double(movie.edits.reduce(0) { $0 + $1.duration }) / 1000
        for (frame, next) in zip(frames, frames.dropFirst()) {
            #expect(frame.presentationTicks + frame.duration == next.presentationTicks)
        }
        let end = frames.last.map { $0.presentationTicks + $0.duration } ?? 0
        #expect(abs(Double(end) / Double(video.timescale) - total) < 0.001)
        let (times, duration) = (try await stage.videoFrameTimes(), try await stage.mediaDuration())
        #expect(times?.count == movie.frames.count)
        #expect(abs((duration?.seconds ?? 0) - total) < 0.001)
        let audio = try #require(collector.tracks.first { $0.mediaType == .audio })
        let paused = Double(movie.edits.filter(\.isPaused).reduce(0) { $0 + $1.duration }) / 1000
        let sound = collector.payloads(of: audio.id).reduce(0) { $0 + $1.duration }
        #expect(abs(Double(sound) / 48_000 - (total - paused)) < 0.001)
    }

    /// The warning of a reader that presents all media in sequence names decoding only if decoding applies the edits.
    @Test(arguments: [false, true]) func readersSayWhetherDecodingAppliesEdits(isFast: Bool) async throws {
        let folder = try TestFolder()
        var options = FileDecode.Options()
        options.edits = .sequence
        options.path = try Self.make(
            folder, [Edit(duration: 1000, start: 1000), Edit(duration: 1000, start: 3000, isFast: isFast)])
        let reports = Reports()
        try await FileDecode(options: options).run(output: Collector<Frame>(), context: .alone(reports: reports))
        let warnings = reports.problems.filter { $0.code.hasPrefix("edit") }
        #expect(warnings.map(\.code) == Array(repeating: isFast ? "edits-not-applied" : "edit-list", count: 2))
        #expect(warnings.allSatisfy { $0.message.contains("segment --encode") != isFast })
    }

    /// Portions of jobs are on the timeline of the presentation.
    @Test func portionsFollowThePresentation() async throws {
        let folder = try TestFolder()
        var options = FileDecode.Options()
        options.path = try Self.make(folder, Self.movies[0].edits)
        var times: [MediaTime] = []
        for (start, end) in [(0, 800), (800, 1600), (1600, 2000)] as [(Int64, Int64)] {
            let collector = Collector<Frame>()
            let portion = MediaPortion(
                from: .milliseconds(start), to: .milliseconds(end), mediaTypes: [.video])
            try await FileDecode(options: options).restricted(to: portion).run(output: collector, context: .alone())
            times += collector.payloads.map(\.presentationTime)
        }
        #expect(times.map { Int(($0.seconds * 25).rounded()) } == Array(0..<50))
    }

    /// Makes a movie of 100 frames whose luma is 16 and twice their number. A delay of both tracks makes room for two edits.
    private static func make(_ folder: TestFolder, _ edits: [Edit]) throws -> String {
        let path = folder.path("edited.mp4")
        try command(
            "ffmpeg", "-v", "error", "-f", "lavfi", "-i",
            "color=black:size=160x96:rate=25:duration=4,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128", "-f", "lavfi",
            "-i",
            "sine=duration=4:sample_rate=48000", "-c:v", "libx264", "-qp", "4", "-bf", "2", "-g", "50", "-pix_fmt",
            "yuv420p", "-c:a", "aac", "-output_ts_offset", "2", path)
        let url = URL(filePath: path)
        var data = try Data(contentsOf: url)
        var position = data.startIndex
        // ffmpeg writes the video track first.
        for timescale in [12_800, 48_000] {
            let box = try #require(data.range(of: Data("elst".utf8), in: position..<data.endIndex))
            #expect(data[box.upperBound + 7] == 2, "an empty edit and one with the media")
            let entries = box.upperBound + 8
            let base = data[entries + 16..<entries + 20].reduce(0) { $0 << 8 | Int($1) }
            for (index, edit) in edits.enumerated() {
                let values = [
                    edit.duration, base + edit.start * timescale / 1000,
                    edit.isPaused ? 0 : edit.isFast ? 0x2_0000 : 0x1_0000,
                ]
                for (field, value) in values.enumerated() {
                    for byte in 0..<4 {
                        data[entries + index * 12 + field * 4 + byte] = UInt8(value >> (24 - 8 * byte) & 255)
                    }
                }
            }
            position = box.upperBound
        }
        try data.write(to: url)
        return path
    }
}
