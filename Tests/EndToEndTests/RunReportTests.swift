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

    @Test func progressIsToldOnPlainLinesWhereThereIsNoTerminal() async throws {
        try await Scratch.use { scratch in
            let outcome = try await scratch.liveCommand(scratch.file("out"), "--duration", "4s").run().succeeded()
            let lines = outcome.errorLines.filter { $0.contains("real time") }
            #expect((2...8).contains(lines.count), "\(outcome)")
            #expect(lines.allSatisfy { $0.contains(/\d+ segments?/) && !$0.contains("\r") && !$0.contains("\u{1b}") })
        }
    }

    @Test func progressIsOneLineOnATerminal() async throws {
        try await Scratch.use { scratch in
            let run = scratch.liveCommand(scratch.file("out"), "--duration", "3s")
            let line = ([run.program] + run.arguments).map { "'\($0)'" }.joined(separator: " ")
            let outcome = try await scratch.run("script", ["--quiet", "--return", "--command", line, "/dev/null"])
                .succeeded()
            #expect(outcome.output.matches(of: /\r[^\n\r]*real time/).count >= 3, "\(outcome)")
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
