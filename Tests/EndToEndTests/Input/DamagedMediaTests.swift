import Foundation
import Testing

/// Losses in damaged media are counted and reported. The run fails above the tolerated loss, and published playlists
/// are complete.
@Suite struct DamagedMediaTests {
    private struct Report: Decodable {
        struct Stage: Decodable {
            var name: String
            var measures: [String: Double]?
        }
        struct Problem: Decodable {
            var stage: String
            var severity: String
            var code: String
            var message: String
        }
        var ending: String
        var succeeded: Bool
        var stages: [Stage]
        var problems: [Problem]

        func lost(_ track: String) -> Int {
            Int(stages.first { $0.name == "movie" }?.measures?["\(track)-lost-frames"] ?? 0)
        }
    }

    private static let movie = Movie(
        description: "to be damaged", size: "640x360", writing: ["-movflags", "faststart"])

    private func segment(
        _ input: URL, _ options: String..., in scratch: Scratch
    ) async throws -> (outcome: Outcome, report: Report) {
        let arguments = ["segment", input.path, scratch.file("out").path, "--report", "json"] + options
        let outcome = try await scratch.command(arguments, limit: 120).run()
        return (outcome, try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8)))
    }

    /// Expects that playlists are complete and that ffmpeg decodes them without errors; returns the number of video
    /// frames.
    private func framesPublished(in scratch: Scratch) async throws -> Int {
        let presentation = try Presentation(folder: scratch.file("out"))
        for rendition in presentation.renditions {
            #expect(rendition.playlist.text.contains("#EXT-X-ENDLIST"))
        }
        let video = try #require(presentation.renditions.first)
        let listed = try await scratch.run(
            "ffprobe",
            [
                "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", "stream=nb_read_frames",
                "-of", "csv=p=0", video.url.path,
            ]
        ).succeeded()
        #expect(listed.errors.isEmpty, "\(listed)")
        let count = listed.output.split(whereSeparator: \.isNewline).first.flatMap { Int($0) }
        return try #require(count)
    }

    @Test(arguments: [0.1, 0.5, 0.8]) func lostFramesAreCountedAsFFprobeDoes(start: Double) async throws {
        try await Scratch.use { scratch in
            let whole = try await Self.movie.file()
            let input = try await Overwritten.file(whole, from: start, share: 0.15)
            let (outcome, report) = try await segment(input, "--encode", in: scratch)
            #expect(outcome.code == 1 && report.ending == "finished" && !report.succeeded, "\(outcome)")
            let lost = report.lost("video")
            #expect(lost > 10, "\(outcome)")
            #expect(try await framesPublished(in: scratch) == 300 - lost, "\(outcome)")
            let problem = try #require(report.problems.first { $0.code == "damaged-media" })
            #expect(problem.severity == "error" && problem.stage == "movie")
            #expect(problem.message.contains("track video (H.264"), "\(problem.message)")
            #expect(problem.message.contains("\(lost) of 300 frames lost"), "\(problem.message)")
        }
    }

    @Test func damageUpToTheLimitIsAWarning() async throws {
        try await Scratch.use { scratch in
            let input = try await Overwritten.file(Self.movie.file(), from: 0.5, share: 0.05)
            let (outcome, report) = try await segment(input, "--encode", "--allow-damage", "250", in: scratch)
            #expect(outcome.code == 0 && report.succeeded, "\(outcome)")
            #expect(report.problems.contains { $0.code == "damaged-media" && $0.severity == "warning" }, "\(outcome)")
            #expect(try await framesPublished(in: scratch) == 300 - report.lost("video"))
        }
    }

    @Test func damageOfTheAudioAloneIsThatTracks() async throws {
        try await Scratch.use { scratch in
            let whole = try await Self.movie.file()
            let input = try await Overwritten.samples(of: "audio", in: whole, seconds: 3...4, scratch: scratch)
            let (outcome, report) = try await segment(input, "--encode", in: scratch)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(report.lost("video") == 0 && (20...48).contains(report.lost("audio")), "\(outcome)")
            #expect(report.problems.allSatisfy { !$0.message.contains("track video") }, "\(outcome)")
            #expect(try await framesPublished(in: scratch) == 300)
        }
    }

    @Test(arguments: ["ts", "mkv"]) func containersThatSkipDamageAreReported(container: String) async throws {
        try await Scratch.use { scratch in
            let movie = Movie(description: "to be damaged", size: "640x360", container: container)
            let input = try await Overwritten.file(movie.file(), from: 0.5, share: 0.08)
            let arguments = ["segment", input.path, scratch.file("out").path, "--encode"]
            let outcome = try await scratch.command(arguments).run()
            #expect(outcome.code == 1, "\(outcome)")
        }
    }

    @Test func aDamagedMovieInALadderHasTheSameFramesInEveryRung() async throws {
        try await Scratch.use { scratch in
            let input = try await Overwritten.file(Self.movie.file(), from: 0.5, share: 0.1)
            let output = scratch.file("out")
            let outcome = try await scratch.command(
                [
                    "run", Sluice.pipeline("vod-ladder").path, "--set", "input=\(input.path)", "--set",
                    "output=\(output.path)", "--set", "interval=2s", "--report", "json",
                ], limit: 120
            ).run()
            #expect(outcome.code == 1, "\(outcome)")
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.ending == "finished" && report.lost("video") > 0, "\(outcome)")
            let rungs = try Presentation(folder: output).renditions.filter { $0.name.hasPrefix("video") }
            #expect(rungs.count > 1)
            for rung in rungs {
                let packets = try await rung.packets(in: scratch).packets("video")
                #expect(packets.count == 300 - report.lost("video"), "\(rung.name)")
            }
        }
    }

    @Test func aFragmentThatIsOverwrittenIsNotTheEnd() async throws {
        try await Scratch.use { scratch in
            let input = try await Overwritten.file(Movie.fragmented.file(), from: 0.5, share: 0.1)
            let outcome = try await scratch.sluice("segment", input.path, scratch.file("out").path)
            #expect(outcome.code == 1, "\(outcome)")
            #expect(outcome.errors.contains(/damaged|cut off|truncated/), "\(outcome)")
            try expectNothingWhole(in: scratch.file("out"))
        }
    }

    /// All codecs and containers of the other tests: undamaged input must not be reported as damaged.
    @Test(
        arguments: CodecMovie.all.map { ($0, "mp4") } + [
            (.h264, "mkv"), (.h264, "ts"), (.h264, "flv"), (.hevc, "mkv"), (.hevc, "ts"), (.openHEVC, "mp4"),
            (.openHEVC, "ts"), (.av1, "mkv"), (.vp9, "webm"), (.opus, "mkv"), (.flac, "mkv"), (.ac3, "ts"),
            (.eac3, "ts"), (.mp3, "mkv"), (.mp3, "ts"), (.aac, "ts"),
        ] as [(CodecMovie, String)], [["--encode"], []])
    func nothingIsReportedOfWholeMedia(input: (movie: CodecMovie, container: String), options: [String]) async throws {
        try await Scratch.use { scratch in
            let file = try await input.movie.file(input.container)
            let arguments = ["segment", file.path, scratch.file("out").path, "--interval", "1s"] + options
            let outcome = try await scratch.command(arguments).run().succeeded()
            #expect(!outcome.errors.contains(/lost|damaged|decoder error|left out/), "\(outcome)")
        }
    }
}
