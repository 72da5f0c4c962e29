import Foundation
import Testing

/// The progress messages of a run and its final report.
@Suite struct RunReportTests {
    private struct Report: Decodable {
        struct Stage: Decodable {
            var name: String
            var kind: String
            var received: Int
            var sent: Int
            var dropped: Int
        }
        struct Failure: Decodable {
            var stage: String
            var message: String
        }
        var pipeline: String
        var ending: String
        var stages: [Stage]
        var failure: Failure?
    }

    @Test func theReportCountsWhatPassedEachStage() async throws {
        try await Scratch.use { scratch in
            let input = try await Movie.small.file()
            let outcome = try await scratch.sluice(
                "segment", input.path, scratch.file("out").path, "--quiet", "--report", "json"
            ).succeeded()
            #expect(outcome.errors.isEmpty, "\(outcome)")
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            let packets = try await PacketList(input, isRaw: true, in: scratch)
            let count = try packets.packets("video").count + packets.packets("audio").count
            let segments = try #require(report.stages.first { $0.kind == "fmp4.segment" })
            #expect(report.ending == "finished" && report.failure == nil)
            #expect(segments.received == count)
            #expect(report.stages.allSatisfy { $0.dropped == 0 })
        }
    }

    @Test func theReportOfAFailedRunSaysWhy() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice(
                "segment", "/nonexistent/movie.mp4", scratch.file("out").path, "--report", "json")
            #expect(outcome.code == 1)
            let report = try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
            #expect(report.ending == "failed")
            #expect(try #require(report.failure).stage == "movie")
        }
    }

    @Test func quietPrintsNothing() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.sluice(
                "segment", Movie.small.file().path, scratch.file("out").path, "--quiet"
            ).succeeded()
            #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome)")
        }
    }

    private static func hasDate(_ line: some StringProtocol) -> Bool {
        String(line).contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\ /)
    }

    @Test func linesHaveDatesAndNoProgressWithoutATerminal() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.liveCommand(scratch.file("out"), "--duration", "3s").run().succeeded()
            #expect(outcome.errorLines.allSatisfy(Self.hasDate), "\(outcome)")
            #expect(!outcome.errors.contains("\r") && !outcome.errors.contains("\u{1b}"), "\(outcome)")
            let done = outcome.errorLines.filter { $0.hasSuffix(" × real time") }
            #expect(done.count == 1, "\(outcome)")
        }
    }

    @Test func endOfARunIsItsOutputWithFiguresAndHowToPlayIt() async throws {
        try await Scratch.use { scratch in
            let folder = scratch.file("out").path
            let movie = try await Movie.small.file()
            let outcome = try await scratch.sluice("segment", movie.path, folder, "--interval", "2s").succeeded()
            let lines = outcome.errorLines.suffix(2)
            let figures = /Z done: (\S+), \d+\.\d s, 2 renditions, \d+ segments, [\d.]+ × real time$/
            let match = try #require(lines.first?.firstMatch(of: figures), "\(outcome)")
            #expect(match.1 == "\(folder)/index.m3u8")
            #expect(lines.last?.hasSuffix("Z play it: ffplay \(folder)/index.m3u8") == true, "\(outcome)")
            #expect(!outcome.errors.contains("max. messages"))
            let verbose = try await scratch.sluice("segment", movie.path, folder, "--verbose").succeeded()
            #expect(verbose.errors.contains("max. messages") && verbose.errors.contains("debug: folder: published "))
        }
    }

    @Test func failureIsOneErrorWithThePlaceInTheFile() async throws {
        try await Scratch.use { scratch in
            let file = try scratch.write(
                "pipeline.yaml",
                """
                stages:
                  movie: { use: mp4.read, with: { path: none.mp4 } }
                  segments: { use: fmp4.segment, from: movie }
                  playlists: { use: hls.playlist, from: segments }
                  folder: { use: file.folder, from: playlists, with: { path: out } }

                """)
            for quiet in ["-q", "-qq"] {
                let outcome = try await scratch.sluice("run", file.path, quiet)
                #expect(outcome.code == 1 && outcome.errorLines.count == 1, "\(outcome)")
                #expect(outcome.errors.contains("Z \(file.path):2:3: error: movie (mp4.read): "), "\(outcome)")
            }
            var command = scratch.command(["run", file.path, "-qq"])
            // The environment of the tests may forbid colours.
            command.environment.merge(["CLICOLOR_FORCE": "1", "NO_COLOR": "", "TERM": "xterm"]) { $1 }
            #expect(try await command.run().errors.contains("\u{1b}[1;31merror: \u{1b}[0mmovie"))
            command.environment["NO_COLOR"] = "1"
            #expect(try await !command.run().errors.contains("\u{1b}"))
        }
    }

    @Test func logInJSONHasOneObjectInEachLine() async throws {
        struct Event: Decodable {
            var time: String
            var level: String
            var event: String
            var stage: String?
            var message: String
        }
        try await Scratch.use { scratch in
            let movie = try await Movie.small.file()
            let arguments = ["segment", movie.path, scratch.file("out").path, "--log", "json"]
            let good = try await scratch.command(arguments + ["--verbose"]).run().succeeded()
            let events = try good.errorLines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
            #expect(events.map(\.event).contains("pipeline.started") && events.last?.event == "pipeline.stopped")
            #expect(events.contains { $0.event == "segment.published" && $0.stage == "folder" })
            let file = try scratch.write("wrong.yaml", "stages:\n  movie: { use: mp4.reed }\n")
            let bad = try await scratch.command(["run", file.path, "--log", "json"]).run()
            let errors = try bad.errorLines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
            #expect(bad.code == 2 && errors.allSatisfy { $0.event == "file.invalid" } && !errors.isEmpty, "\(bad)")
        }
    }

    @Test func progressIsOneLineOnATerminal() async throws {
        try await Scratch.use { scratch in
            let run = scratch.liveCommand(scratch.file("out"), "--duration", "3s")
            let line = ([run.program] + run.arguments).map { "'\($0)'" }.joined(separator: " ")
            let outcome = try await scratch.run("script", ["--quiet", "--return", "--command", line, "/dev/null"])
                .succeeded()
            let lines = outcome.output.matches(of: /\r\[[#-]+\] \d+ %, [^\n\r]* × real time, [^\n\r]* s left/)
            #expect(lines.count >= 3, "\(outcome)")
        }
    }

    @Test func aRunCanBeShortened() async throws {
        try await Scratch.use { scratch in
            let output = scratch.file("out")
            _ = try await scratch.sluice(
                "run", Sluice.pipeline("vod-passthrough").path, "--set", "input=\(Movie.small.file().path)", "--set",
                "output=\(output.path)", "--set", "interval=2s", "--duration", "4s"
            ).succeeded()
            for rendition in try Presentation(folder: output).renditions {
                #expect(rendition.playlist.isWhole)
                #expect(abs(rendition.playlist.segments.map(\.duration).reduce(0, +) - 4) < 0.3)
            }
        }
    }

    @Test func parametersCanComeFromTheEnvironment() async throws {
        try await Scratch.use { scratch in
            var command = scratch.command([
                "run", Sluice.pipeline("vod-passthrough").path, "--set", "input=\(try await Movie.small.file().path)",
            ])
            command.environment = ["SLUICE_PARAM_OUTPUT": scratch.file("out").path]
            _ = try await command.run().succeeded()
            #expect(try Presentation(folder: scratch.file("out")).renditions.count == 2)
        }
    }
}
